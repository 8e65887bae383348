#pragma once
// Observed orders from stored runs. A series consists of cells that differ only in their steps. Its orders are judged
// as by `plumb order`.

#include "harness/report/gathered_runs.hpp"
#include "text/json.hpp"

namespace plumb {

struct OrderLimits {
  /// Limit of the expected time for computing a reference [s]; above it a series has no verdict. It applies even if
  /// this machine has the reference already, so that the same runs have the same verdicts everywhere.
  double reference_seconds = 1;
  /// Maximal number of judged series; further series have no verdict.
  std::size_t judged = 5000;
};

/// Returns an object for each series of at least four steps and each of its classes q, v and lambda: problem,
/// formulation, method, precision, end time and settings as text, the ids of its `cells` by falling step, and the
/// output of `order --json` (judge/order.hpp). Runs of judged series get further columns of the kind "wall":
/// `rounding.end.q` and `reference.end.q` are the uncertainties of `end.q` by rounding and by the reference, and
/// likewise for other errors in q, v and lambda (judge/uncertainty.hpp). Checks for stop requests.
Json order_series(GatheredRuns& runs, const OrderLimits& limits = {});

}  // namespace plumb
