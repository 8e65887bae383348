#pragma once
// [[body]] of mechanism files.

#include "problems/mechanisms/mechanism_item.hpp"

namespace plumb {

/// The body's mass and inertia as given, or computed from a shape with a density (or with the mass); throws UsageError.
mbs::Body body_of(const MechanismItem& item);

/// Reads { axis, angle }; throws UsageError.
mbs::Turn turn_of(const MechanismItem& item);

}  // namespace plumb
