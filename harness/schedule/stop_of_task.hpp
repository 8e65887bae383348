#pragma once
// Code without stopping points is ended by another thread, which reads the stop request of its task.

#include "contract/stop.hpp"

namespace plumb {

/// Returns the stop request of the task that runs in this thread. Null: no pool runs a task here. The request is valid
/// as long as the pool runs.
const StopRequest* stop_of_this_task();

}  // namespace plumb
