#pragma once
// Tasks for properties of a motion that take long to compute. Each property is one task of the pool, even if several
// clients need it, and clients that wait for it occupy no thread.

#include "harness/cell/resolved_cell.hpp"
#include "harness/schedule/pool.hpp"

namespace plumb {

/// Adds the task that computes `motion_of` the cell. The task ends normally even if there is no motion; its clients
/// report that error. Call both functions before the pool runs, or from a Finish.
Pool::TaskId motion_task(Pool& pool, const ResolvedCell& cell);

/// Adds the task that computes `horizon_of` the cell: the certified values at its end time. Ends like `motion_task`.
Pool::TaskId digits_task(Pool& pool, const ResolvedCell& cell);

}  // namespace plumb
