#pragma once
// Processes that code from outside has started and left behind.

#include <sys/types.h>

#include <vector>

namespace plumb {

/// The processes that this one has started, or taken over from others that have ended, and has not waited for.
std::vector<pid_t> child_processes();

/// Kills these child processes and all their descendants.
void end_children(const std::vector<pid_t>& children);

/// From now on a process becomes a child of this one when its parent ends, if that is a descendant.
void take_over_orphans();

/// Kills all children, and, after `take_over_orphans`, the processes that become children by that.
void end_all_children();

}  // namespace plumb
