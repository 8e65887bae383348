#pragma once
// The inertia of motor rotors (armatures), which rotate in proportion to the coordinate of a joint.

#include "problems/mbs/mechanism.hpp"

namespace plumb::mbs {

/// Adds 1/2 I θ'² to the kinetic energy, where θ' is the rate of a revolute or translational joint. For this purpose it
/// adds a body of mass I that slides on the ground by θ, perpendicular to gravity, and a gear that couples the slide to
/// the joint. Body, slide and gear are called "JOINT_rotor". `armature` is I in kg m², or in kg for a translational
/// joint.
void add_armature(const std::string& joint, const ExactNumber& armature, Mechanism& mechanism);

}  // namespace plumb::mbs
