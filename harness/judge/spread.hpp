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

/// Returns the result of the cell as `number` 0, or of the cell with perturbed initial values 1, 2, .... A perturbation
/// changes every component of q and v by one unit in the last place up or down, by pseudorandom signs. The unit belongs
/// to the largest component of its class. For a class that is initially zero, it belongs to the largest component over
/// the motion, for which the cell runs as well. The errors refer to the motion from the cell's own initial values.
/// `stop` ends the run early.
RunResult run_from_moved_start(const ResolvedCell& cell, int number, const StopRequest& stop);

/// A metric over such runs.
struct MetricSpread {
  std::string metric, unit;
  double value = 0;          // metric of the cell itself
  double low = 0, high = 0;  // extremes over all runs
  int digits = 0;            // leading digits of the value that no run contradicts: floor(-log10((high - low)/|value|))
};

/// Returns the spreads in the order of the metrics' columns, for metrics that every run has which ended ok.
/// `results[0]` belongs to the cell.
std::vector<MetricSpread> spreads(const ResolvedCell& cell, std::span<const RunResult> results);

}  // namespace plumb
