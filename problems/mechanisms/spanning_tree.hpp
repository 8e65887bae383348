#pragma once
// A spanning tree of joints with one coordinate each that connects all bodies of a mechanism, and the joints that close
// its loops. In each group of bodies without a connection to the ground, the first body floats and is a root.

#include <optional>
#include <string>
#include <vector>

#include "problems/mbs/mechanism.hpp"

namespace plumb::mbs {

/// A body and the joint that connects it to the tree, as indices in the mechanism's lists of bodies and joints.
struct Branch {
  int joint, body;  // index of the joint, −1 if the body floats; index of the body
  int parent;       // the branch that carries the body; −1: the ground, or none
  bool reversed;    // whether the body is the first body of its joint

  bool floats() const { return joint < 0; }
};

struct SpanningTree {
  std::vector<Branch> branches;  // floating bodies first; parents precede their children
  std::vector<int> closings;     // indices of the joints that close loops
  int floating = 0;              // number of branches that float

  /// Returns the branch of a body; −1 for the ground.
  int branch_of(int body) const;
  /// Returns the branch of a joint; −1 if the joint is not in the tree.
  int branch_of_joint(int joint) const;
  /// Return the index of the first coordinate and of the first velocity of a branch. A floating body has seven
  /// coordinates and six velocities, a joint has one of each.
  int coordinate_of(int branch) const { return branch < floating ? 7 * branch : branch + 6 * floating; }
  int velocity_of(int branch) const { return branch < floating ? 6 * branch : branch + 5 * floating; }
};

/// Returns the index of a joint in the list of the mechanism. Precondition: a joint with this name exists.
int joint_index(const Mechanism& mechanism, const std::string& name);
/// Returns whether a gear couples a joint to the rotor of an armature. Rotors are not bodies of the tree.
bool moves_rotor(const Mechanism& mechanism, const Gear& gear);

/// Returns the tree of revolute and translational joints for all bodies except rotors. Joints are added in the order of
/// the mechanism. Returns nullopt if these joints do not connect all bodies to the ground or to a floating body. The
/// result depends only on names and kinds.
std::optional<SpanningTree> spanning_tree(const Mechanism& mechanism);

/// A joint, by its index, that prevents such a tree.
struct JointOutside {
  int joint;
  std::string body;  // the body that only this joint connects to the tree; "": the joint constrains velocities only
};
/// Returns the first joint outside of the tree; nullopt if the tree contains all bodies.
std::optional<JointOutside> joint_outside_of_trees(const Mechanism& mechanism);

}  // namespace plumb::mbs
