#pragma once
// What is known of the exact motion of a cell: made once a motion and kept,
// since several routes may be integrated for it.

#include <string>
#include <vector>

#include "harness/cell/resolved_cell.hpp"
#include "reference/certified.hpp"
#include "reference/solution.hpp"

namespace plumb {

/// Ascending times at which the size of the motion is looked at, the start and the horizon among them [s].
std::vector<quad> motion_times(const ResolvedCell& cell);

/// The motion at those times, as far as it has digits. Thread-safe; obeys stopping points. Throws std::invalid_argument
/// where the data have no reference.
const std::vector<ReferenceState>& motion_of(const ResolvedCell& cell);

/// What the motion of a cell up to its horizon is called; the same for cells that share it.
std::string motion_name(const ResolvedCell& cell);

/// Its certified values at the horizon; the same of both.
const ReferenceRecord& horizon_of(const ResolvedCell& cell);

}  // namespace plumb
