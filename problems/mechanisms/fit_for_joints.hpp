#pragma once
// Tells which mechanisms can be told in the coordinates of joints (joint_tree.hpp), and what keeps the others from it.
// All answers depend on names and kinds alone.

#include <optional>
#include <string>

#include "problems/mbs/mechanism.hpp"

namespace plumb::mbs {

/// An item of a mechanism, "joint 'ball'", that joint coordinates do not take, and why.
struct JointObstacle {
  std::string item, why;
};

/// Returns the first thing that keeps a mechanism from joint coordinates: a driver, friction that depends on reactions,
/// a beam, a spring whose factor changes, a joint without which no spanning tree (spanning_tree.hpp) reaches all
/// bodies, or a gear of a joint that is not in that tree. Returns nothing if the mechanism has joint coordinates.
std::optional<JointObstacle> obstacle_to_joint_coordinates(const Mechanism& mechanism);

/// Returns whether there is no such obstacle.
bool has_joint_coordinates(const Mechanism& mechanism);

/// Whether every body but rotors floats or hangs on the ground or a body before it, by a revolute or translational
/// joint, those that float first and the others in the order of their joints, and nothing acts but gravity, gears and
/// springs in joints.
bool is_joint_tree(const Mechanism& mechanism);

}  // namespace plumb::mbs
