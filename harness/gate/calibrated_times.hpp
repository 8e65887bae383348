#pragma once
// Measures times of a few cells relative to the time of a calibration cell. The measurements alternate on the same
// core, so disturbances by the machine affect both.

#include <optional>
#include <vector>

#include "harness/gate/item.hpp"
#include "harness/timing/timing.hpp"

namespace plumb {

/// Returns an item for each cell except the first, which is the calibration. `runs` are the results of the cells in the
/// same order (nullopt: it did not run). A cell is not timed, and its item has no result, if the status of its run is
/// not ok, or if its error end.q is missing or exceeds 1. If the calibration cannot be timed, no item has a result. All
/// cells are timed with virtual calls (`Binding::erased`), which every cell supports. Has stopping points.
std::vector<Item> calibrated_times(const std::vector<ResolvedCell>& cells,
                                   const std::vector<std::optional<RunResult>>& runs,
                                   const Clock& clock = thread_seconds);

}  // namespace plumb
