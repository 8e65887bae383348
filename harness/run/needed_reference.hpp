#pragma once
// The motion that a cell is compared with, where it has to be computed first: it may take longer than the cell.

#include <memory>
#include <optional>
#include <string>

#include "harness/cell/resolved_cell.hpp"
#include "reference/solution.hpp"

namespace plumb {

/// Quick, if the cell asks for that; else certified.
ReferenceKind kind_of_reference(const ResolvedCell& cell);

/// The motion that the cell is compared with, of the kind that it asks for. Throws as `solution`.
std::shared_ptr<const Solution> reference_of(const ResolvedCell& cell);

/// The problem with the data that its motion depends on, "two-link(rate=2)": cells of the same one share it. None if
/// the motion is a closed form, or not known, or the cell asks for no reference.
std::optional<std::string> computed_reference(const ResolvedCell& cell);

/// Whether its run is compared with a motion, if one is known: also without a reference where none has to be computed.
bool is_compared(const ResolvedCell& cell);

/// Until when that motion is there without being computed [s], in this process or kept on disk by another one; 0 where
/// it cannot be computed.
double known_reference(const ResolvedCell& cell);

/// Computes that motion up to the cell's horizon, as far as its digits hold; what was computed before stays. Obeys
/// stopping points.
void compute_reference(const ResolvedCell& cell);

}  // namespace plumb
