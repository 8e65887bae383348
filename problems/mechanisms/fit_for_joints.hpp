#pragma once
// Decides whether a mechanism can be described in joint coordinates (joint_tree.hpp), and otherwise names the obstacle.
// All results depend only on the names and kinds of its items, not on numbers.

#include <optional>
#include <string>

#include "problems/mbs/mechanism.hpp"

namespace plumb::mbs {

/// An item that joint coordinates do not support, such as "joint 'ball'", and the reason.
struct JointObstacle {
  std::string item, why;
};

/// Returns the first obstacle to joint coordinates; none if the mechanism has joint coordinates. Obstacles are a
/// driver, friction that depends on reactions, a beam, a spring with a variable factor, a joint without which no
/// spanning tree (spanning_tree.hpp) reaches all bodies, or a gear of a joint outside that tree.
std::optional<JointObstacle> obstacle_to_joint_coordinates(const Mechanism& mechanism);

/// Returns whether the mechanism has no obstacle to joint coordinates.
bool has_joint_coordinates(const Mechanism& mechanism);

/// Returns whether all of these hold:
///   - the mechanism has at least one joint and no loops;
///   - every body except rotors floats, or is connected by a revolute or translational joint to the ground or to an
///     earlier body;
///   - floating bodies come first in the list of bodies, the others follow in the order of their joints;
///   - no forces act except gravity, gears and springs in joints.
bool is_joint_tree(const Mechanism& mechanism);

}  // namespace plumb::mbs
