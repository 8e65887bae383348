#pragma once
// The observed order of convergence is a signed slope, given where and as far as the errors support one, with a
// verdict.
//
//   order = least-squares slope of ln(error) on ln(h) over a window of consecutive steps
//
// A window is consecutive in h, all its errors are above 10 × their floor, and the slopes of all its pairs agree within
// 0.25. (It is enough to compare neighbours, as every other slope is a weighted mean of theirs.) A window needs at
// least 4 points that span at least a factor 8 in h. The one with most points counts, and among equals the one at the
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

/// An error measured with step h, and the floor below which it means nothing.
struct OrderPoint {
  quad h = 0;      // > 0 [s]
  quad error = 0;  // ≥ 0; NaN: not measured; infinite: the run blew up
  Uncertainty floor = {};
};

/// A point is marked by what it can be used for. `limited` points lie within 10 × the floor that their mark names (the
/// highest one).
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
  std::optional<double> expected;  // none: nothing is asserted about a slope that was found
  double tolerance = 0.1;          // allowed distance of the slope from the expected order
  double agreement = 0.25;         // allowed difference of the pairwise slopes
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
  std::optional<double> order;  // none without a window
  // 95 % t-interval of the slope, for scatter about the line and not for bias
  std::optional<std::pair<double, double>> interval;
  std::optional<std::pair<double, double>> window;  // smallest and largest step of the window [s]
  std::optional<OrderVerdict> verdict;              // none: a slope was found and no order expected
  std::optional<PointMark> wall;                    // mark of the smallest step if its error is limited
  std::string reason;                               // why there is no pass, in words
  std::optional<double> expected;
  std::vector<JudgedPoint> points;  // by falling h
};

/// Returns the order of the points, which may come in any sequence. The verdict is `diverging` if the window's slope is
/// below −tolerance, or if the smallest step above its floor has a larger error than the window's largest step. Without
/// a window it is `diverging` if that error is infinite after finite ones, or if the usable errors (at least
/// `minimum_points`) rise in sum with a slope below −tolerance. It is `no-window` if none of this holds and there is no
/// window. Otherwise the slope is compared with the expected order.
OrderResult observed_order(const std::vector<OrderPoint>& points, const OrderSettings& settings = {});

/// Returns {"class", "order", "expected", "interval", "window", "verdict", "wall", "reason", "points": [{"h", "error",
/// "floor", "mark", "in_window"}]}, an element of what `order --json` prints. Numbers that are missing or not finite
/// are null.
Json to_json(std::string_view component_class, const OrderResult& result);

}  // namespace plumb
