#pragma once
// How a value went, as a small picture for a terminal.

#include <string>

#include "harness/gate/history.hpp"

namespace plumb {

/// A column a span, the oldest on the left, at most 60 of the newest; the height is the decade where all values are
/// above 0, else the value. Empty where there are no two numbers.
std::string plot_of(const MetricHistory& metric);

}  // namespace plumb
