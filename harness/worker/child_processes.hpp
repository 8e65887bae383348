#pragma once
// Ends processes that external code has started and left running.

#include <sys/types.h>

#include <vector>

namespace plumb {

/// Returns the child processes of this process that have not been waited for, including adopted orphans.
std::vector<pid_t> child_processes();

/// Kills these child processes and all their descendants.
void end_children(const std::vector<pid_t>& children);

/// From now on this process adopts its orphaned descendants: when the parent of a descendant ends, the descendant
/// becomes a child of this process.
void take_over_orphans();

/// Kills all child processes. After `take_over_orphans`, it also kills the orphans that this process then adopts.
void end_all_children();

}  // namespace plumb
