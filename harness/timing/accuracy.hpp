#pragma once
// What a run has to keep before its time means anything.

#include <string>
#include <string_view>

#include "harness/cell/resolved_cell.hpp"
#include "harness/run/run_result.hpp"

namespace plumb {

struct AccuracyBound {
  std::string metric = "re.q";
  double most = 1e-2;  // SI
};

/// "end.q=1e-6". Throws UsageError: no such form, not a positive number.
AccuracyBound accuracy_from_text(std::string_view text);
/// Throws UsageError if the cell has no such metric, or it is no error and no deviation.
void require_metric(const AccuracyBound& bound, const ResolvedCell& cell);

/// Why a run is not to be timed: it did not end ok, its metric is not known, or lies above the bound. Empty: it may.
std::string shortfall(const RunResult& result, const AccuracyBound& bound);

}  // namespace plumb
