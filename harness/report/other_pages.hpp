#pragma once
// Adds the output of `plumb compare`, `plumb check` and `plumb history` to a site; their pages have the same names.

#include "harness/report/report.hpp"

namespace plumb {

/// Each function requires the output of its command with --json. add_history appends to earlier histories; the other
/// two replace earlier data. They throw FormatError if `printed` has another format.
void add_comparison(const Json& printed, ReportContents& contents);
void add_check(const Json& printed, ReportContents& contents);
void add_history(const Json& printed, ReportContents& contents);

}  // namespace plumb
