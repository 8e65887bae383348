#pragma once
// What rounding alone makes of a run: the same run from starts that are moved by a rounding. Where the motion forgets
// its start, as a chaotic one does sooner or later, they have few digits in common, and the run has no more.

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/cell/resolved_cell.hpp"
#include "harness/run/run.hpp"
#include "harness/run/run_result.hpp"

namespace plumb {

/// The result of the cell, which is `number` 0, or from a moved start, 1, 2, ...: every component of q and v begins one
/// unit in the last place of the largest one of its class above or below, by pseudorandom signs; of a class that begins
/// at zero, of the largest one over the motion, for which the cell is run as well. Its errors are those against the
/// motion from the cell's own start. `stop` ends it early.
RunResult run_from_moved_start(const ResolvedCell& cell, int number, const StopRequest& stop);

/// A metric over such runs.
struct MetricSpread {
  std::string metric, unit;
  double value = 0;          // of the cell itself
  double low = 0, high = 0;  // of all runs
  int digits = 0;            // leading ones of the value that no run contradicts: floor(-log10((high - low)/|value|))
};

/// In the order of the metrics' columns; `results[0]` is that of the cell. Of metrics that every run has which ended
/// ok.
std::vector<MetricSpread> spreads(const ResolvedCell& cell, std::span<const RunResult> results);

}  // namespace plumb
