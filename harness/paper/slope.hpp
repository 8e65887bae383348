#pragma once
// A slope as papers draw it: a straight line through all points of a figure, whatever they are good for.

#include <optional>
#include <vector>

#include "harness/judge/order.hpp"

namespace plumb {

/// The least-squares slope of ln(error) on ln(h); none where an error is 0 or no number, or with one step alone.
std::optional<double> fitted_slope(const std::vector<OrderPoint>& points);

}  // namespace plumb
