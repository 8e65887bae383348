#pragma once
// The findings of a check are reported to people and programs: the worst first, each with the command that repeats it.

#include <limits>
#include <string>

#include "harness/gate/check.hpp"
#include "text/table.hpp"

namespace plumb {

/// Returns "2204 measured, 2190 as before: 3 worse, 1 better, 2 new", with all grades that occur.
std::string counts_of(const CheckOutcome& outcome);

/// Returns a line and a command for each finding, the worst ones up to `limit`; then counts, and the methods whose
/// findings fail.
std::string as_text(const CheckOutcome& outcome, std::size_t limit);

/// Returns the outcome as a page, with counts and one table for each grade.
std::string as_markdown(const CheckOutcome& outcome, std::size_t limit = std::numeric_limits<std::size_t>::max());

/// Returns {"exit", "measured", "as_before", "counts": {..}, "findings": [{"grade", "area", "id", "request", "problem",
/// "formulation", "method", "part", "name", "before", "after", "digits_lost", "says", "more", "command"}]}.
Json as_json(const CheckOutcome& outcome);

/// Returns JUnit's XML, with a suite for each area and a case for each item. A worse item is a failure. A missing item,
/// or an item whose reference lost digits, is an error. All other findings are output of their cases.
std::string as_junit(const CheckOutcome& outcome, const std::vector<Item>& measured, double seconds);

}  // namespace plumb
