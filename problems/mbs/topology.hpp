#pragma once
// Which bodies meet in joints and forces, and whether they form a tree.

#include <utility>
#include <vector>

#include "problems/mbs/tree_matrix.hpp"

namespace plumb::mbs {

/// Bodies in an order in which parents stand before their children, found breadth first from the ground. Bodies that
/// nothing connects with the ground have no parent either.
struct Topology {
  bool tree = true;   // every pair is a body with its parent, or with the ground
  TreeShape parents;  // of every node, −1: none
  std::vector<int> node_of_body, body_of_node;
  bool bodies_couple = false;  // forces act between a body and its parent

  /// The node that the joint of this pair belongs to, −1 for the ground. Precondition: a tree.
  int node_of(int first, int second) const {
    if (first < 0) return node_of_body[static_cast<std::size_t>(second)];
    if (second < 0) return node_of_body[static_cast<std::size_t>(first)];
    const int a = node_of_body[static_cast<std::size_t>(first)], b = node_of_body[static_cast<std::size_t>(second)];
    return parents[static_cast<std::size_t>(a)] == b ? a : b;
  }
};

/// `pairs`: bodies that joints or forces connect, −1: the ground.
Topology topology(int bodies, const std::vector<std::pair<int, int>>& pairs);

}  // namespace plumb::mbs
