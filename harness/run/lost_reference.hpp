#pragma once
// A run lacks numbers if the reference loses its digits before the end. These functions say what stands in their place.

#include <optional>
#include <string>

#include "harness/run/run_result.hpp"
#include "text/table.hpp"

namespace plumb {

/// Returns until when the reference has digits [s], if that is why the run has no such metric.
std::optional<double> lost_at(const RunResult& run, const std::string& metric);

/// Returns a text like "lost at 21.8 s".
std::string lost_text(double at);

/// Returns the metric of a run with so many digits. If it is lost, the entry says when; if it is unknown for another
/// reason, the entry is missing.
Entry metric_entry(const RunResult& run, const std::string& metric, int digits = 3);

}  // namespace plumb
