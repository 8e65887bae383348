#pragma once
// The reference motion of a cell. If it must be computed first, that may take longer than the cell.

#include <memory>
#include <optional>
#include <string>

#include "harness/cell/resolved_cell.hpp"
#include "reference/solution.hpp"

namespace plumb {

/// Returns the requested motion: quick or certified (default), up to the cell's end time.
MotionRequest motion_request(const ResolvedCell& cell);

/// Returns the reference motion of the cell, of the kind that it requests. Throws like `solution`.
std::shared_ptr<const Solution> reference_of(const ResolvedCell& cell);

/// Returns a name of the reference: the problem with the data that determine its motion, "two-link(rate=2)". Cells with
/// the same name share a reference. None if the motion is a closed form or has no reference, or if the cell requests
/// none.
std::optional<std::string> computed_reference(const ResolvedCell& cell);

/// Returns whether the run is compared with a reference. This is also true for a cell that requests no reference, if
/// its motion need not be computed (closed form, stored outputs).
bool is_compared(const ResolvedCell& cell);

/// Returns the time up to which the motion has been computed [s], in this process or on disk by another one; 0 if the
/// motion cannot be computed.
double known_reference(const ResolvedCell& cell);

/// Computes the motion up to the cell's end time, or until its accuracy is lost. Continues from the part computed
/// before, and checks for stop requests.
void compute_reference(const ResolvedCell& cell);

}  // namespace plumb
