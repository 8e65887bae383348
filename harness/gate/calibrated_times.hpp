#pragma once
// Times of a few cells over that of a calibration, in turns with it on the same core: what the machine does meanwhile
// is done to both.

#include <optional>
#include <vector>

#include "harness/gate/item.hpp"
#include "harness/timing/timing.hpp"

namespace plumb {

/// An item for each cell but the first, which is the calibration. All are timed in the erased binding, which every cell
/// has: a time does not depend on which others are timed. Cells that cannot be timed have no result, and none has if
/// the calibration cannot: those whose runs, given in the same order (none: it did not run), ended otherwise
/// than ok or missed the motion. Obeys stopping points.
std::vector<Item> calibrated_times(const std::vector<ResolvedCell>& cells,
                                   const std::vector<std::optional<RunResult>>& runs,
                                   const Clock& clock = thread_seconds);

}  // namespace plumb
