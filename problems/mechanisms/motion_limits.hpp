#pragma once
// The limits of the coordinates of a mechanism's joints, and the coordinates in a state.

#include "problems/mbs/mechanism.hpp"
#include "problems/problem.hpp"

namespace plumb {

/// The limits in a formulation of space, or of joint coordinates. Angles of space do not count turns: they keep their
/// limits if some number of whole turns brings them within these.
MotionLimits motion_limits(const mbs::Mechanism& mechanism, const Formulation& formulation);

}  // namespace plumb
