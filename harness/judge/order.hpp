#pragma once
// The observed order of convergence is a signed slope with a verdict. It is measured where the errors support a slope,
// and only to the accuracy that they support.
//
//   order = least-squares slope of ln(error) on ln(h) over a window of consecutive steps
//
// A window is consecutive in h, all its errors are above 10 times their limit, and the slopes of all its pairs agree
// within 0.25. (Comparing neighbours is sufficient, since every other slope is a weighted mean of theirs.) A window
// needs at least 4 points that span at least a factor 8 in h. The window with most points counts, and among equals the
// one at the smallest steps.
// smallest steps.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/judge/uncertainty.hpp"
#include "numerics/scalar.hpp"
#include "text/json.hpp"

namespace plumb {

/// An error measured with step h, and the limit below which it is meaningless.
struct OrderPoint {
  quad h = 0;      // step size, > 0 [s]
  quad error = 0;  // error, ≥ 0; NaN: not measured; infinite: the run blew up
  Uncertainty floor = {};
};

/// Use of a point. `limited` points are within 10 times the limit that the mark names (the highest one).
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

/// Return "usable", "reference-limited", ..., and "pass", ..., "no-window", "diverging".
std::string_view name(PointMark mark);
std::string_view name(OrderVerdict verdict);

struct OrderSettings {
  std::optional<double> expected;  // expected order; none: no expectation for the slope
  double tolerance = 0.1;          // allowed difference between slope and expected order
  double agreement = 0.25;         // allowed difference between pairwise slopes
  double floor_factor = 10;
  double minimum_span = 8;  // smallest ratio of largest to smallest step
  int minimum_points = 4;   // smallest number of points; at least 3, so that the slope has a confidence interval
};

struct JudgedPoint {
  OrderPoint point;
  PointMark mark = PointMark::usable;
  bool in_window = false;
};

struct OrderResult {
  std::optional<double> order;  // observed order; none: there is no window
  // 95 % t-interval of the slope; it includes the scatter about the line but no bias
  std::optional<std::pair<double, double>> interval;
  std::optional<std::pair<double, double>> window;  // smallest and largest step of the window [s]
  std::optional<OrderVerdict> verdict;              // none: a slope was found and no order is expected
  std::optional<PointMark> wall;                    // mark of the smallest step if its error is at a limit
  std::string reason;                               // reason why the verdict is not `pass`
  std::optional<double> expected;
  std::vector<JudgedPoint> points;  // points by falling step size
};

/// Returns the order of the points, in any sequence. The verdict is `diverging` if the slope of the window is below
/// −tolerance, or if the smallest step above its limit has a larger error than the window's largest step. Without a
/// window it is `diverging` if that error is infinite after finite ones, or if the usable errors (at least
/// `minimum_points`) have a slope below −tolerance. Without a window it is otherwise `no-window`. In all other cases
/// the slope is compared with the expected order.
OrderResult observed_order(const std::vector<OrderPoint>& points, const OrderSettings& settings = {});

/// Returns {"class", "order", "expected", "interval", "window", "verdict", "wall", "reason", "points": [{"h", "error",
/// "floor", "mark", "in_window"}]}, an element of the output of `order --json`. Missing and non-finite numbers are
/// null.
Json to_json(std::string_view component_class, const OrderResult& result);

}  // namespace plumb
