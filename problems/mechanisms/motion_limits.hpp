#pragma once
// Where the coordinates of a mechanism's joints may be, beside where a state has them.

#include "problems/mbs/mechanism.hpp"
#include "problems/problem.hpp"

namespace plumb {

/// Those of a formulation in space, or in joint coordinates. Angles of space count no turns: they are within their
/// limits if they are so by any number of these.
MotionLimits motion_limits(const mbs::Mechanism& mechanism, const Formulation& formulation);

}  // namespace plumb
