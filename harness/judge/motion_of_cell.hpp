#pragma once
// The reference motion of a cell, computed once and cached, because it may require several integrations.

#include <string>
#include <vector>

#include "harness/cell/resolved_cell.hpp"
#include "reference/certified.hpp"
#include "reference/solution.hpp"

namespace plumb {

/// Returns ascending times at which the magnitude of the motion is sampled, including start and end time [s].
std::vector<quad> motion_times(const ResolvedCell& cell);

/// Returns the states of the reference motion at `motion_times`, up to the last time at which the reference is accurate
/// enough. Thread-safe; checks for stop requests. Throws std::invalid_argument if the data have no reference.
const std::vector<ReferenceState>& motion_of(const ResolvedCell& cell);

/// Returns the name of the motion of a cell up to its end time. Cells that share the motion get the same name.
std::string motion_name(const ResolvedCell& cell);

/// Returns the certified values of the reference at the cell's end time. Thread-safe, checks for stop requests and
/// throws like `motion_of`.
const ReferenceRecord& horizon_of(const ResolvedCell& cell);

// Return whether `motion_of` or `horizon_of` has been computed before, or has found that there is no reference. It then
// returns, or throws, without a computation.
bool has_motion(const ResolvedCell& cell);
bool has_horizon(const ResolvedCell& cell);

}  // namespace plumb
