#pragma once
// What `plumb compare`, `plumb check` and `plumb history` print, for the pages of the same names.

#include "harness/report/report.hpp"

namespace plumb {

/// Each takes what the verb prints with --json; a history is added to those before. Throw FormatError: it is something
/// else.
void add_comparison(const Json& printed, ReportContents& contents);
void add_check(const Json& printed, ReportContents& contents);
void add_history(const Json& printed, ReportContents& contents);

}  // namespace plumb
