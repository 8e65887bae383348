#pragma once
// The observed order of convergence is a signed slope with a verdict. It is fitted only to errors that lie on a line in
// the logarithmic diagram and are above their limits: rounding, reference, Newton tolerance.
//
//   order = least-squares slope of ln(error) on ln(h) over a window of consecutive steps
//
// A window consists of consecutive steps. All its errors are above 10 times their limit, and the slopes between any two
// of its points agree within 0.25. (Comparing slopes between neighbours is sufficient, since every other slope is a
// weighted mean of these.) A window needs at least 4 points that span at least a factor 8 in h. The window with most
// points is used, and among equals the one with the smallest steps.

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
  quad h = 0;              // step size, > 0 [s]
  quad error = 0;          // error, ≥ 0; NaN: not measured; infinite: the run blew up
  Uncertainty floor = {};  // limit of the error; infinite or NaN: unknown
};

/// Whether a point is usable for a slope, or the reason why it is not. The error of a `limited` point is at most 10
/// times its largest limit, which the mark names. `exact`: the error is 0; `repeated`: another point has the same step.
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
  double floor_factor = 10;        // a usable error is above this multiple of its limit
  double minimum_span = 8;         // smallest ratio of largest to smallest step
  int minimum_points = 4;          // smallest number of points; at least 3, so that the slope has a confidence interval
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
  std::optional<OrderVerdict> verdict;              // none: there is a slope, and no order is expected
  std::optional<PointMark> wall;                    // mark of the smallest step; none: its error is above its limit
  std::string reason;                               // reason why the verdict is not `pass`
  std::optional<double> expected;
  std::vector<JudgedPoint> points;  // points by falling step size
};

/// Returns the observed order; the points may be in any sequence. With a window, the verdict is `diverging` if its
/// slope is below −tolerance, or if the error at the smallest step (limited errors excluded) is larger than at the
/// window's largest step. Otherwise the slope is compared with the expected order. Without a window, the verdict is
/// `diverging` if the error at the smallest step is infinite and larger steps have usable errors, or if at least
/// `minimum_points` usable errors grow with a slope below −tolerance. Otherwise it is `no_window`.
OrderResult observed_order(const std::vector<OrderPoint>& points, const OrderSettings& settings = {});

/// Returns {"class", "order", "expected", "interval", "window", "verdict", "wall", "reason", "points": [{"h", "error",
/// "floor", "mark", "in_window"}]}, an element of the output of `order --json`. Missing and non-finite numbers are
/// null.
Json to_json(std::string_view component_class, const OrderResult& result);

}  // namespace plumb
