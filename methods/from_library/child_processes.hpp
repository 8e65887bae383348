#pragma once
// Processes that code from outside has begun and left behind.

#include <sys/types.h>

#include <vector>

namespace plumb {

/// The processes that this one has begun, or taken over from others that have ended, and has not waited for.
std::vector<pid_t> child_processes();

/// Ends these children, and all that they have begun, by force.
void end_children(const std::vector<pid_t>& children);

/// From now on a process becomes a child of this one when the one that has begun it ends, if that is a descendant.
void take_over_orphans();

/// Ends all children by force, and after `take_over_orphans` whatever becomes one by that.
void end_all_children();

}  // namespace plumb
