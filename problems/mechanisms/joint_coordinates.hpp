#pragma once
// Joint coordinates beside those of space: a formulation `ode` of a mechanism that is a tree of joints with one
// coordinate each, on the ground or on a body that floats (joint_tree.hpp), and the one that its motion is computed in.
// The equations of space confirm it.

#include "problems/mechanisms/mechanism_problem.hpp"

namespace plumb {

/// Returns the problem with the formulation `ode`: before the others if the mechanism is a tree of joints, after them
/// if it has loops. Returns the problem unchanged where no such tree reaches all bodies, or nothing can move.
Problem with_joint_coordinates(Problem space, const MechanismOf& mechanism);

}  // namespace plumb
