#pragma once
// The limits of the joint coordinates of a mechanism, and functions that compute these coordinates from a state.

#include "problems/mbs/mechanism.hpp"
#include "problems/problem.hpp"

namespace plumb {

/// Returns the limits for states of this formulation, in absolute or joint coordinates. Absolute coordinates do not
/// count turns, so an angle is within its limits if it is after the addition of some number of whole turns.
MotionLimits motion_limits(const mbs::Mechanism& mechanism, const Formulation& formulation);

}  // namespace plumb
