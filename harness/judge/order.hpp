#pragma once
// Observed order of convergence: a signed slope, where and how far the errors support one, and a verdict.
//
//   order = least-squares slope of ln(error) on ln(h) over a window of consecutive steps
//
// A window is consecutive in h, all its errors are above 10 × their floor, and the slopes of all its pairs agree
// within 0.25 (it is enough to compare neighbours: every other slope is a weighted mean of theirs). Of the windows
// with at least 4 points that span at least a factor 8 in h the one with most points counts, among equals the one at
// the smallest steps.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/judge/uncertainty.hpp"
#include "numerics/scalar.hpp"
#include "text/json.hpp"

namespace plumb {

/// An error measured with step h, and the floor below which it says nothing.
struct OrderPoint {
  quad h = 0;      // > 0 [s]
  quad error = 0;  // ≥ 0; NaN: not measured, infinite: blew up
  Uncertainty floor = {};
};

/// What a point can be used for. `limited` points lie within 10 × the floor that their mark names (the highest one).
enum class PointMark {
  usable,
  reference_limited,
  rounding_limited,
  newton_limited,
  exact,
  blown_up,
  invalid,
  repeated
};

enum class OrderVerdict { pass, superconvergent, reduced, no_window, diverging };

/// "usable", "reference-limited", ..., and "pass", ..., "no-window", "diverging".
std::string_view name(PointMark mark);
std::string_view name(OrderVerdict verdict);

struct OrderSettings {
  std::optional<double> expected;  // none: nothing is asserted about a slope that was found
  double tolerance = 0.1;          // of the slope against the expected order
  double agreement = 0.25;         // of the pairwise slopes
  double floor_factor = 10;
  double minimum_span = 8;  // ratio of the largest to the smallest step
  int minimum_points = 4;   // ≥ 3, so that the slope has an interval
};

struct JudgedPoint {
  OrderPoint point;
  PointMark mark = PointMark::usable;
  bool in_window = false;
};

struct OrderResult {
  std::optional<double> order;                        // none without a window
  std::optional<std::pair<double, double>> interval;  // 95 % t-interval of the slope: scatter about the line, no bias
  std::optional<std::pair<double, double>> window;    // smallest and largest step of the window [s]
  std::optional<OrderVerdict> verdict;                // none: a slope was found and no order expected
  std::optional<PointMark> wall;                      // mark of the smallest step if its error is limited
  std::string reason;                                 // why there is no pass, in words
  std::optional<double> expected;
  std::vector<JudgedPoint> points;  // by falling h
};

/// The order of points in any sequence. `diverging`: the window's slope is below −tolerance, or the smallest step above
/// its floor has an error beyond that of the window's largest step; without a window: that error is infinite after
/// finite ones, or the usable errors (at least `minimum_points`) rise in sum with a slope below −tolerance.
/// `no-window`: none of this, and no window. Else the slope is compared with the expected order.
OrderResult observed_order(const std::vector<OrderPoint>& points, const OrderSettings& settings = {});

/// {"class", "order", "expected", "interval", "window", "verdict", "wall", "reason", "points": [{"h", "error", "floor",
/// "mark", "in_window"}]}; an element of what `order --json` prints. Numbers that are missing or not finite are null.
Json to_json(std::string_view component_class, const OrderResult& result);

}  // namespace plumb
