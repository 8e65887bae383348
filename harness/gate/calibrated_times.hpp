#pragma once
// The times of a few cells are divided by that of a calibration, which is timed in turns with them on the same core. So
// whatever the machine does meanwhile is done to both.

#include <optional>
#include <vector>

#include "harness/gate/item.hpp"
#include "harness/timing/timing.hpp"

namespace plumb {

/// Returns an item for each cell but the first, which is the calibration. All are timed in the erased binding, which
/// every cell has, so that a time does not depend on which others are timed. Cells that cannot be timed have no result,
/// and none has one if the calibration cannot be timed. That holds for cells whose runs ended otherwise than ok or
/// missed the motion. The runs are given in the same order (none: it did not run). Obeys stopping points.
std::vector<Item> calibrated_times(const std::vector<ResolvedCell>& cells,
                                   const std::vector<std::optional<RunResult>>& runs,
                                   const Clock& clock = thread_seconds);

}  // namespace plumb
