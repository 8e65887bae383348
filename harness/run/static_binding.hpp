#pragma once
// Which binding a run has (static_pairs.hpp): what is compared by time has to have the same one.

#include "harness/cell/resolved_cell.hpp"

namespace plumb {

/// Whether the cell runs in the static binding. Throws as `unwatched_run`.
bool has_static_binding(const ResolvedCell& cell);

}  // namespace plumb
