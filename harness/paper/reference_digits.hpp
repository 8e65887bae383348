#pragma once
// Some properties of a motion take long to compute. Each is one task of the pool for all clients, and waiting clients
// occupy no worker.

#include "harness/cell/resolved_cell.hpp"
#include "harness/schedule/pool.hpp"

namespace plumb {

/// Adds the task that computes `motion_of` the cell, whether or not that succeeds. Call both functions before the pool
/// runs, or from a Finish.
Pool::TaskId motion_task(Pool& pool, const ResolvedCell& cell);

/// Adds the task that computes `horizon_of` the cell, the time up to which its digits are certified.
Pool::TaskId digits_task(Pool& pool, const ResolvedCell& cell);

}  // namespace plumb
