#pragma once
// Reports of the findings of a check for people and programs. The gravest findings come first, each with the command
// that repeats the measurement.

#include <limits>
#include <string>

#include "harness/gate/check.hpp"
#include "text/table.hpp"

namespace plumb {

/// Returns "2204 measured, 2190 as before: 3 worse, 1 better, 2 new", with all grades that occur.
std::string counts_of(const CheckOutcome& outcome);

/// Returns two lines, message and command, for each of the first `limit` findings. Then follow the numbers of worse and
/// missing items by method, and the counts.
std::string as_text(const CheckOutcome& outcome, std::size_t limit);

/// Returns the outcome as a Markdown page, with counts and one table of at most `limit` rows for each grade.
std::string as_markdown(const CheckOutcome& outcome, std::size_t limit = std::numeric_limits<std::size_t>::max());

/// Returns {"exit", "measured", "as_before", "counts": {..}, "findings": [{"grade", "area", "id", "request", "problem",
/// "formulation", "method", "part", "name", "before", "after", "severity", "says", "more", "command"}]}.
Json as_json(const CheckOutcome& outcome);

/// Returns JUnit XML with a suite for each area and a case for each item. A worse item is a failure. A missing item, or
/// an item whose reference lost digits, is an error. Other findings are the output of their cases. `seconds` is the
/// duration of the check.
std::string as_junit(const CheckOutcome& outcome, const std::vector<Item>& measured, double seconds);

}  // namespace plumb
