#pragma once
// Plots a value of the history with characters, for a terminal.

#include <string>

#include "harness/gate/history.hpp"

namespace plumb {

/// Returns a plot with one column for each span, the oldest on the left; only the newest 60 spans are plotted. The
/// vertical axis is logarithmic if all values are positive, else linear. Returns "" if there are fewer than two
/// numbers.
std::string plot_of(const MetricHistory& metric);

}  // namespace plumb
