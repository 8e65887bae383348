#pragma once
// Some facts about a motion take long to compute. They are tasks of the pool, one task for all who want the same fact,
// and nobody holds a worker while waiting.

#include "harness/cell/resolved_cell.hpp"
#include "harness/schedule/pool.hpp"

namespace plumb {

/// Adds the task that computes `motion_of` the cell, whether or not that succeeds. Call both functions before the pool
/// runs, or from a Finish.
Pool::TaskId motion_task(Pool& pool, const ResolvedCell& cell);

/// Adds the task that computes `horizon_of` the cell, the time up to which its digits are certified.
Pool::TaskId digits_task(Pool& pool, const ResolvedCell& cell);

}  // namespace plumb
