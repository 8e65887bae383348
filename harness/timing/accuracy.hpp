#pragma once
// The accuracy that a run must have so that its time is meaningful.

#include <string>
#include <string_view>

#include "harness/cell/resolved_cell.hpp"
#include "harness/run/run_result.hpp"

namespace plumb {

struct AccuracyBound {
  std::string metric = "re.q";
  double most = 1e-2;  // upper limit of the metric [SI unit]
};

/// Reads "end.q=1e-6". Throws UsageError if the text has another form, or the number is not positive.
AccuracyBound accuracy_from_text(std::string_view text);
/// Throws UsageError if the cell has no such metric, or if it is neither an error nor a deviation.
void require_metric(const AccuracyBound& bound, const ResolvedCell& cell);

/// Returns the reason for which a run must not be timed: its status is not ok, its metric is missing, or it exceeds the
/// bound. Empty: it may be timed.
std::string shortfall(const RunResult& result, const AccuracyBound& bound);

}  // namespace plumb
