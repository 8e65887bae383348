#pragma once
// What is known of a motion and takes long to come by, as tasks of the pool: one for all who want it, and none of them
// holds a worker while it waits.

#include "harness/cell/resolved_cell.hpp"
#include "harness/schedule/pool.hpp"

namespace plumb {

/// The task that makes `motion_of` the cell, however that ends. Before the pool runs, or from a Finish; so is the next.
Pool::TaskId motion_task(Pool& pool, const ResolvedCell& cell);

/// The task that makes `horizon_of` the cell, its certified digits.
Pool::TaskId digits_task(Pool& pool, const ResolvedCell& cell);

}  // namespace plumb
