#pragma once
// A tree of joints with one coordinate each that holds all bodies of a mechanism, and the joints that close its loops.
// What no joints tie to the ground hangs on a body that floats, the first one of its bodies.

#include <optional>
#include <string>
#include <vector>

#include "problems/mbs/mechanism.hpp"

namespace plumb::mbs {

/// A body with the joint that holds it in the tree, by their indices in the lists of the mechanism.
struct Branch {
  int joint, body;  // joint: −1, the body floats
  int parent;       // branch of the body that carries it; −1: the ground, or none
  bool reversed;    // the body is the first one of its joint

  bool floats() const { return joint < 0; }
};

struct SpanningTree {
  std::vector<Branch> branches;  // first what floats; parents stand before their children
  std::vector<int> closings;     // joints
  int floating = 0;              // branches that float

  /// The branch of a body; −1 is the ground.
  int branch_of(int body) const;
  /// The branch of a joint; −1 means that the joint is not in the tree.
  int branch_of_joint(int joint) const;
  /// First coordinate of a branch, and first velocity: seven and six of a body that floats, one of a joint.
  int coordinate_of(int branch) const { return branch < floating ? 7 * branch : branch + 6 * floating; }
  int velocity_of(int branch) const { return branch < floating ? 6 * branch : branch + 5 * floating; }
};

/// The index of a joint in the list of the mechanism. Precondition: there is a joint of this name.
int joint_index(const Mechanism& mechanism, const std::string& name);
/// Returns whether a gear moves a rotor, which is not a body of the tree.
bool moves_rotor(const Mechanism& mechanism, const Gear& gear);

/// The tree of revolute and translational joints, taken in their order, of all bodies but rotors; none where such
/// joints do not reach these from the ground or from a body that floats. It depends on names and kinds alone.
std::optional<SpanningTree> spanning_tree(const Mechanism& mechanism);

/// A joint that keeps a mechanism from such a tree, by its index.
struct JointOutside {
  int joint;
  std::string body;  // the body that it alone leads to from those reached; "": it holds velocities alone
};
/// The first such joint; none if all bodies can be reached.
std::optional<JointOutside> joint_outside_of_trees(const Mechanism& mechanism);

}  // namespace plumb::mbs
