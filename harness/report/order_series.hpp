#pragma once
// Observed orders from the runs of stores. A series has cells that differ in their steps only; it is judged as by
// `plumb order`.

#include "harness/report/gathered_runs.hpp"
#include "text/json.hpp"

namespace plumb {

struct OrderLimits {
  /// A series is shown without a verdict if computing its reference is expected to take longer than this [s]. That
  /// holds even if this machine keeps the reference already, so that the same runs have the same verdicts everywhere.
  double reference_seconds = 1;
  /// At most so many series are judged; the rest are shown without a verdict.
  std::size_t judged = 5000;
};

/// Returns an object for each series of at least four steps and each of its classes q, v and lambda: problem,
/// formulation, method, precision, horizon and settings in words, the ids of its `cells` by falling step, and what
/// `order --json` says (judge/order.hpp). Runs of judged series also get columns of the kind "wall": `rounding.end.q`
/// and `reference.end.q` tell by how much `end.q` is uncertain because of rounding and the digits of the reference, and
/// likewise for other errors in q, v and lambda (judge/uncertainty.hpp). Obeys stopping points.
Json order_series(GatheredRuns& runs, const OrderLimits& limits = {});

}  // namespace plumb
