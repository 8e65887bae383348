#pragma once
// The times of a few cells are divided by the time of a calibration, which alternates with them on the same core. So
// disturbances by the machine affect both.

#include <optional>
#include <vector>

#include "harness/gate/item.hpp"
#include "harness/timing/timing.hpp"

namespace plumb {

/// Returns an item for each cell except the first, which is the calibration. All use the erased binding, which every
/// cell supports, so a time does not depend on the other cells. Cells that cannot be timed have no result: runs
/// with another status than ok, or without accuracy. If the calibration cannot be timed, no item has a result. The runs
/// are passed in the same order (nullopt: it did not run). Has stopping points.
std::vector<Item> calibrated_times(const std::vector<ResolvedCell>& cells,
                                   const std::vector<std::optional<RunResult>>& runs,
                                   const Clock& clock = thread_seconds);

}  // namespace plumb
