#pragma once
// Adds a formulation `ode` in joint coordinates to the formulations of a mechanism in absolute coordinates. The joints,
// with one coordinate each, must form trees with the ground or floating bodies as roots (joint_tree.hpp). The reference
// motion is computed in this formulation and checked with the equations in absolute coordinates.

#include "problems/mechanisms/mechanism_problem.hpp"

namespace plumb {

/// Returns the problem with the formulation `ode`, inserted first if the mechanism has no loops, otherwise last.
/// Returns the problem unchanged if no spanning tree of such joints contains all bodies, or if the mechanism cannot
/// move.
Problem with_joint_coordinates(Problem space, const MechanismOf& mechanism);

}  // namespace plumb
