#pragma once
// The spread is the effect of rounding alone on a run: the run is repeated from starts perturbed by a rounding error.
// In a chaotic motion the runs diverge sooner or later. The digits in which the runs agree are the significant digits
// of the run.

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/cell/resolved_cell.hpp"
#include "harness/run/run.hpp"
#include "harness/run/run_result.hpp"

namespace plumb {

/// Returns the result of the cell, as `number` 0, or of the cell from a moved start 1, 2, .... At a moved start every
/// component of q and v begins one unit in the last place above or below, by pseudorandom signs. The unit is that of
/// the largest component of its class; for a class that begins at zero, it is that of the largest one over the motion,
/// for which the cell runs as well. The errors are taken against the motion from the cell's own start. `stop` ends the
/// run early.
RunResult run_from_moved_start(const ResolvedCell& cell, int number, const StopRequest& stop);

/// A metric over such runs.
struct MetricSpread {
  std::string metric, unit;
  double value = 0;          // of the cell itself
  double low = 0, high = 0;  // of all runs
  int digits = 0;            // leading digits of the value that no run contradicts: floor(-log10((high - low)/|value|))
};

/// Returns the spreads in the order of the metrics' columns, for metrics that every run has which ended ok.
/// `results[0]` belongs to the cell.
std::vector<MetricSpread> spreads(const ResolvedCell& cell, std::span<const RunResult> results);

}  // namespace plumb
