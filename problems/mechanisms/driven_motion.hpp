#pragma once
// The motion of a kinematically driven mechanism, in which joints and drivers determine all positions. It needs no
// integration: positions and velocities solve
//
//   Φ(t, q) = 0,   G v = −∂Φ/∂t
//
// at every time, with a square G. If several positions solve the equations, the solution continuous with the initial
// configuration is chosen. Times are therefore visited in ascending order, in small steps. A step is accepted if in the
// step and in each half of it every body moves at nearly the mean of its velocities at both ends, the sign of det G
// does not change, and the argument of a driver's sine changes by at most 0.5 rad. The steps, and so all values, depend
// on the mechanism only, not on the requested times.
//
// Source: Haug, Computer Aided Kinematics and Dynamics of Mechanical Systems (1989), section 4.5.

#include <memory>

#include "problems/mbs/mechanism.hpp"
#include "problems/motion.hpp"

namespace plumb {

/// Returns whether joints and drivers impose as many independent conditions as the bodies have degrees of freedom, in
/// the initial configuration. Returns false if the mechanism cannot be assembled.
bool is_driven(const mbs::Mechanism& mechanism);

/// Returns the motion as (r, quaternion) and (r', ω) of all bodies in order. Throws std::invalid_argument if the
/// mechanism is not driven, and mbs::MechanismMistake if the initial values are refused. The motion ends at a dead
/// point, where G is singular.
SolvedMotion driven_motion(const mbs::Mechanism& mechanism);

}  // namespace plumb
