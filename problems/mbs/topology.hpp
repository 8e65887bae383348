#pragma once
// Which body holds which: a spanning tree of the joints.

#include <utility>
#include <vector>

namespace plumb::mbs {

/// Bodies in an order in which parents stand before their children, found breadth first from the ground. Bodies that no
/// joint connects with the ground have no parent either.
struct Topology {
  std::vector<int> bodies;   // in that order
  std::vector<int> parents;  // of every body, −1: none

  /// The body that this pair's joint belongs to, −1 if it closes a loop.
  int child(int first, int second) const {
    if (is_parent(first, second)) return second;
    return is_parent(second, first) ? first : -1;
  }

 private:
  bool is_parent(int first, int second) const {
    return second >= 0 && parents[static_cast<std::size_t>(second)] == first;
  }
};

/// `pairs`: bodies that joints connect, −1: the ground.
Topology topology(int bodies, const std::vector<std::pair<int, int>>& pairs);

}  // namespace plumb::mbs
