#pragma once
// The motion of a mechanism whose joints and drivers leave nothing free, without any integration: positions and
// velocities solve
//
//   Φ(t, q) = 0,   G v = −∂Φ/∂t
//
// at every time, with a square G. Where several positions solve this, the motion has the one that is reached from the
// start without a jump. Times are therefore visited one after the other, in steps over which every body moves by the
// mean of its velocities at both ends, over each half as well, and over which det G keeps its sign; a sine of a driver
// turns by half a radian at most in a step. The steps depend on the mechanism alone, and so does every value.
//
// Source: Haug, Computer Aided Kinematics and Dynamics of Mechanical Systems (1989), section 4.5.

#include <memory>

#include "problems/mbs/mechanism.hpp"
#include "problems/motion.hpp"

namespace plumb {

/// Returns whether joints and drivers have as many independent conditions as the bodies have freedoms, at the start
/// (without drivers, nothing moves then). Returns false for a mechanism that cannot be assembled, too.
bool is_driven(const mbs::Mechanism& mechanism);

/// The motion as (r, quaternion) and (r', ω) of one body after the other. Throws std::invalid_argument for a mechanism
/// that is not driven, and mbs::MechanismMistake where the initial values are refused. The motion is unknown beyond a
/// time at which positions are not unique, a dead point.
SolvedMotion driven_motion(const mbs::Mechanism& mechanism);

}  // namespace plumb
