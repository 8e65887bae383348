#pragma once
// The spread is the effect of rounding alone on a run: the run is repeated with initial values perturbed by one
// rounding error. In a chaotic motion the runs diverge sooner or later. The digits of a metric in which all runs agree
// are its significant digits.

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "contract/stop.hpp"
#include "harness/cell/resolved_cell.hpp"
#include "harness/run/run.hpp"
#include "harness/run/run_result.hpp"

namespace plumb {

/// Returns the result of the cell itself if `number` is 0, else of the cell with perturbed initial values; `number` is
/// the seed. A perturbation changes every component of q and v by one unit in the last place, with pseudorandom sign.
/// The unit is that of the largest component of q, or of v. If all of q or all of v is initially zero, the largest
/// component over the motion is used, which requires another run of the cell. Errors are computed with the reference
/// motion from the unperturbed initial values. `stop` ends the run early.
RunResult run_from_moved_start(const ResolvedCell& cell, int number, const StopRequest& stop);

/// A metric over the unperturbed run and the perturbed runs.
struct MetricSpread {
  std::string metric, unit;
  double value = 0;          // metric of the unperturbed run
  double low = 0, high = 0;  // extremes over all runs
  int digits = 0;            // leading digits of `value` that all runs share: floor(-log10((high - low)/|value|))
};

/// Returns the spreads of all metrics that every run with status ok has, in the order of their columns. `results[0]` is
/// the unperturbed run; if it failed, the list is empty.
std::vector<MetricSpread> spreads(const ResolvedCell& cell, std::span<const RunResult> results);

}  // namespace plumb
