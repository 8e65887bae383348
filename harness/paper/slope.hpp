#pragma once
// The slope of a straight line fitted to all points, as papers plot it, whatever the accuracy of the points is.

#include <optional>
#include <vector>

#include "harness/judge/order.hpp"

namespace plumb {

/// Returns the least-squares slope of ln(error) on ln(h). None if an error is 0 or not a number, or if there is only
/// one step.
std::optional<double> fitted_slope(const std::vector<OrderPoint>& points);

}  // namespace plumb
