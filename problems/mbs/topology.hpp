#pragma once
// A spanning tree of the joints, with the parent of every body.

#include <utility>
#include <vector>

namespace plumb::mbs {

/// Bodies in an order in which parents stand before their children, found breadth first from the ground. Bodies without
/// joints that lead to the ground have no parent either.
struct Topology {
  std::vector<int> bodies;   // bodies in this order
  std::vector<int> parents;  // parent of each body; −1: none

  /// The body that this pair's joint holds in the tree; −1 if the joint closes a loop.
  int child(int first, int second) const {
    if (is_parent(first, second)) return second;
    return is_parent(second, first) ? first : -1;
  }

 private:
  bool is_parent(int first, int second) const {
    return second >= 0 && parents[static_cast<std::size_t>(second)] == first;
  }
};

/// `pairs` are the bodies that joints connect; −1 is the ground.
Topology topology(int bodies, const std::vector<std::pair<int, int>>& pairs);

}  // namespace plumb::mbs
