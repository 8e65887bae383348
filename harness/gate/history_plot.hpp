#pragma once
// A small picture for a terminal shows how a value changed.

#include <string>

#include "harness/gate/history.hpp"

namespace plumb {

/// Returns one column for each span, the oldest on the left, at most 60 of the newest. The height is the decade if all
/// values are above 0, else the value. Empty unless there are two numbers.
std::string plot_of(const MetricHistory& metric);

}  // namespace plumb
