#pragma once
// If the reference becomes too inaccurate before the end of a run, the run lacks metrics. These functions return the
// text for them.

#include <optional>
#include <string>

#include "harness/run/run_result.hpp"
#include "text/table.hpp"

namespace plumb {

/// Returns the time up to which the reference is accurate [s], if this is the reason for the missing metric.
std::optional<double> lost_at(const RunResult& run, const std::string& metric);

/// Returns a text like "lost at 21.8 s".
std::string lost_text(double at);

/// Returns the metric of a run with `digits` digits. If the reference was lost, the entry contains the time; if the
/// metric is missing for another reason, the entry is missing.
Entry metric_entry(const RunResult& run, const std::string& metric, int digits = 3);

}  // namespace plumb
