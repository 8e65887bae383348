#pragma once
// Adds joint coordinates to absolute coordinates: a formulation `ode` of a mechanism that is a tree of joints with one
// coordinate each, on the ground or on a floating body (joint_tree.hpp). The reference motion is computed in this
// formulation, and the equations in absolute coordinates confirm it.

#include "problems/mechanisms/mechanism_problem.hpp"

namespace plumb {

/// Returns the problem with the formulation `ode`: before the other formulations if the mechanism is a tree of joints,
/// after them if it has loops. Returns the problem unchanged if no such tree contains all bodies, or nothing can move.
Problem with_joint_coordinates(Problem space, const MechanismOf& mechanism);

}  // namespace plumb
