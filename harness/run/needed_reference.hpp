#pragma once
// A cell is compared with a motion. If that has to be computed first, it may take longer than the cell.

#include <memory>
#include <optional>
#include <string>

#include "harness/cell/resolved_cell.hpp"
#include "reference/solution.hpp"

namespace plumb {

/// Returns the quick kind if the cell asks for it, else the certified one, and the cell's horizon.
WantedMotion wanted_motion(const ResolvedCell& cell);

/// Returns the motion that the cell is compared with, of the kind that it asks for. Throws as `solution` does.
std::shared_ptr<const Solution> reference_of(const ResolvedCell& cell);

/// Names the problem with the data that its motion depends on, "two-link(rate=2)". Cells with the same name share a
/// reference. None if the motion is a closed form or not known, or if the cell asks for no reference.
std::optional<std::string> computed_reference(const ResolvedCell& cell);

/// Tells whether the run is compared with a motion. A cell that asks for no reference is compared too, if the motion
/// need not be computed.
bool is_compared(const ResolvedCell& cell);

/// Returns until when that motion exists without being computed [s], in this process or kept on disk by another one. It
/// is 0 if the motion cannot be computed.
double known_reference(const ResolvedCell& cell);

/// Computes that motion up to the cell's horizon, as far as its digits hold. What was computed before stays. Obeys
/// stopping points.
void compute_reference(const ResolvedCell& cell);

}  // namespace plumb
