#pragma once
// The motion of a kinematically driven mechanism, in which joints and drivers determine all positions. It needs no
// integration: positions and velocities solve
//
//   Φ(t, q) = 0,   G v = −∂Φ/∂t
//
// at every time, with a square G. If several positions solve the equations, the motion is continuous from the start.
// Times are therefore visited in ascending order, in small steps. In a step and in each half of it, every body must
// move by the mean of its velocities at both ends, det G must keep its sign, and the argument of a driver's sine
// changes by at most 0.5 rad. The steps depend on the mechanism only, and so do all values.
//
// Source: Haug, Computer Aided Kinematics and Dynamics of Mechanical Systems (1989), section 4.5.

#include <memory>

#include "problems/mbs/mechanism.hpp"
#include "problems/motion.hpp"

namespace plumb {

/// Returns whether joints and drivers impose as many independent conditions as the bodies have degrees of freedom, at
/// the start (without drivers the mechanism is at rest). Also returns false if the mechanism cannot be assembled.
bool is_driven(const mbs::Mechanism& mechanism);

/// Returns the motion as (r, quaternion) and (r', ω) of all bodies in order. Throws std::invalid_argument if the
/// mechanism is not driven, and mbs::MechanismMistake if the initial values are refused. The motion is unknown beyond a
/// dead point, where positions are not unique.
SolvedMotion driven_motion(const mbs::Mechanism& mechanism);

}  // namespace plumb
