#pragma once
// For code without stopping points: another thread can end it by reading the stop request of its task.

#include "contract/stop.hpp"

namespace plumb {

/// Returns the stop request of the task that runs in this thread. Null: no pool runs a task here. The request is valid
/// as long as the pool runs.
const StopRequest* stop_of_this_task();

}  // namespace plumb
