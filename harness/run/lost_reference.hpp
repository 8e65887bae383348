#pragma once
// If the reference becomes too inaccurate (is lost) before the end of a run, the run lacks its errors. These functions
// return the time of the loss, and a text that replaces a missing error.

#include <optional>
#include <string>

#include "harness/run/run_result.hpp"
#include "text/table.hpp"

namespace plumb {

/// Returns the time up to which the reference is accurate [s], if this is the reason for the missing metric.
std::optional<double> lost_at(const RunResult& run, const std::string& metric);

/// Returns a text like "lost at 21.8 s".
std::string lost_text(double at);

/// Returns a metric of a run as an entry of a table, with at most `digits` digits. If the metric is missing because the
/// reference was lost, the entry is `lost_text`; if it is missing for another reason, the entry is missing, too.
Entry metric_entry(const RunResult& run, const std::string& metric, int digits = 3);

}  // namespace plumb
