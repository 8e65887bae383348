#pragma once
// Decides which mechanisms have joint coordinates (joint_tree.hpp), and names the obstacle otherwise. All results
// depend on names and kinds only.

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

/// Returns whether joints form a tree in the order of the bodies, without loops, and there is at least one joint. Every
/// body except rotors floats, or is connected by a revolute or translational joint to the ground or to an earlier body.
/// Floating bodies come first, the others follow in the order of their joints. Only gravity, gears and springs in
/// joints act.
bool is_joint_tree(const Mechanism& mechanism);

}  // namespace plumb::mbs
