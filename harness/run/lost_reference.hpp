#pragma once
// Numbers that a run does not have since the reference has lost its digits before the end: what stands in their place.

#include <optional>
#include <string>

#include "harness/run/run_result.hpp"
#include "text/table.hpp"

namespace plumb {

/// Until when the reference has digits [s], if that is why the run has no such metric.
std::optional<double> lost_at(const RunResult& run, const std::string& metric);

/// "lost at 21.8 s".
std::string lost_text(double at);

/// The metric of a run with so many digits; where it is lost, when it was. Missing if it is not known otherwise.
Entry metric_entry(const RunResult& run, const std::string& metric, int digits = 3);

}  // namespace plumb
