#pragma once
// A spanning tree of the joints, with the parent of every body.

#include <utility>
#include <vector>

namespace plumb::mbs {

/// A spanning tree, found by breadth-first search from the ground. Bodies that no chain of joints connects with the
/// ground are roots too.
struct Topology {
  std::vector<int> bodies;   // all bodies, parents before their children
  std::vector<int> parents;  // parent of each body; −1: the ground or none

  /// Returns the child in the tree if one of the two bodies is the parent of the other; −1 if their joint closes a
  /// loop.
  int child(int first, int second) const {
    if (is_parent(first, second)) return second;
    return is_parent(second, first) ? first : -1;
  }

 private:
  bool is_parent(int first, int second) const {
    return second >= 0 && parents[static_cast<std::size_t>(second)] == first;
  }
};

/// `pairs` has the two bodies of each joint; −1 is the ground.
Topology topology(int bodies, const std::vector<std::pair<int, int>>& pairs);

}  // namespace plumb::mbs
