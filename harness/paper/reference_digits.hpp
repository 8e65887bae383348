#pragma once
// Properties of a motion that take long to compute. Each is one task, even if several goals need it, and goals that
// wait for it occupy no thread.

#include "harness/cell/resolved_cell.hpp"
#include "harness/schedule/engine.hpp"

namespace plumb {

// These tasks end normally even if there is no reference: the reader of the property reports that error.

/// Returns the task that computes `motion_of` the cell (harness/judge/motion_of_cell.hpp).
NeededTask motion_task(const ResolvedCell& cell);
/// Returns the task that computes `horizon_of` the cell: the certified values at its end time.
NeededTask digits_task(const ResolvedCell& cell);

}  // namespace plumb
