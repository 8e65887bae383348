#pragma once
// The exact motion of a cell is made once and kept, because several routes may have to be integrated for it.

#include <string>
#include <vector>

#include "harness/cell/resolved_cell.hpp"
#include "reference/certified.hpp"
#include "reference/solution.hpp"

namespace plumb {

/// Returns ascending times at which the magnitude of the motion is sampled, including start and end time [s].
std::vector<quad> motion_times(const ResolvedCell& cell);

/// Returns the motion at these times, as long as it is accurate. Thread-safe; has stopping points. Throws
/// std::invalid_argument if the data have no reference.
const std::vector<ReferenceState>& motion_of(const ResolvedCell& cell);

/// Returns the name of the motion of a cell up to its horizon. Cells that share the motion get the same name.
std::string motion_name(const ResolvedCell& cell);

/// Returns the certified values of the motion at the end time. It waits, stops and throws as `motion_of` does.
const ReferenceRecord& horizon_of(const ResolvedCell& cell);

}  // namespace plumb
