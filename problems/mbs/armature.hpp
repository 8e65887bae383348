#pragma once
// The inertia of motors, which turn with the coordinate of a joint and not with its bodies.

#include "problems/mbs/mechanism.hpp"

namespace plumb::mbs {

/// Adds 1/2 I θ'² to the kinetic energy, θ' the rate of a revolute or translational joint: a body of mass I that slides
/// on the ground by θ, across gravity, tied to the joint by a gear. Body, slide and gear are called "JOINT_rotor".
/// `armature`: kg m², or kg of what slides.
void add_armature(const std::string& joint, const ExactNumber& armature, Mechanism& mechanism);

}  // namespace plumb::mbs
