#pragma once
// The inertia of motors, which turn with the coordinate of a joint and not with its bodies.

#include "problems/mbs/mechanism.hpp"

namespace plumb::mbs {

/// Adds 1/2 I θ'² to the kinetic energy, where θ' is the rate of a revolute or translational joint. A body of mass I
/// does it: it slides on the ground by θ, across gravity, and a gear ties it to the joint. Body, slide and gear are
/// called "JOINT_rotor". `armature` is I in kg m², or in kg for a joint that slides.
void add_armature(const std::string& joint, const ExactNumber& armature, Mechanism& mechanism);

}  // namespace plumb::mbs
