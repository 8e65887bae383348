#pragma once
// What a check found, for people and for programs: the worst first, each with the command that repeats it.

#include <limits>
#include <string>

#include "harness/gate/check.hpp"
#include "text/table.hpp"

namespace plumb {

/// "2204 measured, 2190 as before: 3 worse, 1 better, 2 new", all grades that occur.
std::string counts_of(const CheckOutcome& outcome);

/// A line and a command a finding, the worst ones up to `limit`; then counts, and methods with findings that fail.
std::string as_text(const CheckOutcome& outcome, std::size_t limit);

/// The same as a page: counts, and a table a grade.
std::string as_markdown(const CheckOutcome& outcome, std::size_t limit = std::numeric_limits<std::size_t>::max());

/// {"exit", "measured", "as_before", "counts": {..}, "findings": [{"grade", "area", "id", "request", "problem",
/// "formulation", "method", "part", "name", "before", "after", "digits_lost", "says", "more", "command"}]}
Json as_json(const CheckOutcome& outcome);

/// JUnit's XML: a suite an area, a case an item; what is worse is a failure, what is missing or has a reference that
/// lost digits an error, all else is output of its case.
std::string as_junit(const CheckOutcome& outcome, const std::vector<Item>& measured, double seconds);

}  // namespace plumb
