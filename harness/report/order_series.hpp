#pragma once
// Observed orders that the runs of stores show: cells that differ in their steps only, judged as `plumb order` judges.

#include "harness/report/gathered_runs.hpp"
#include "text/json.hpp"

namespace plumb {

struct OrderLimits {
  /// Series whose reference is expected to take longer [s] are shown without a verdict, whether it is kept on this
  /// machine or not, so that the same runs have the same verdicts everywhere.
  double reference_seconds = 1;
  /// How many series are judged; those behind them are shown without a verdict.
  std::size_t judged = 5000;
};

/// An object for each series of at least four steps and each of its classes q, v and lambda: problem, formulation,
/// method, precision, horizon and settings in words, the ids of its `cells` by falling step, and what `order --json`
/// says (judge/order.hpp). The runs of series that are judged are given walls, as numbers of the kind "wall":
/// `rounding.end.q` and `reference.end.q` are what rounding and the digits of the reference leave unknown of `end.q`,
/// and likewise of other errors in q, v and lambda (judge/uncertainty.hpp). Obeys stopping points.
Json order_series(GatheredRuns& runs, const OrderLimits& limits = {});

}  // namespace plumb
