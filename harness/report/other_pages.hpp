#pragma once
// Adds to a site what `plumb compare`, `plumb check` and `plumb history` print; their pages have the same names.

#include "harness/report/report.hpp"

namespace plumb {

/// Each of these takes what the command prints with --json. add_history keeps the histories that were added before; the
/// other two replace what was there. They throw FormatError if `printed` is something else.
void add_comparison(const Json& printed, ReportContents& contents);
void add_check(const Json& printed, ReportContents& contents);
void add_history(const Json& printed, ReportContents& contents);

}  // namespace plumb
