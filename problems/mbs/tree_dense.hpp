#pragma once
// A tree's matrix (tree_matrix.hpp) as a dense one, for comparison: n³ operations and n² numbers.

#include "numerics/lu.hpp"
#include "problems/mbs/tree_matrix.hpp"

namespace plumb {

template <class Scalar, int body, int joint>
class TreeDense {
 public:
  static constexpr int width = body + joint;

  TreeDense(const TreeShape& of_tree, const NodePattern<body, joint>& entries)
      : tree(of_tree), pattern(entries), lu(static_cast<Eigen::Index>(of_tree.size()) * width) {}

  /// See TreeElimination.
  template <class Fill>
  bool factor(Fill fill) {
    clear(lu.matrix);
    for (std::size_t k = tree.size(); k-- > 0;) {
      blocks.setZero();
      fill(k, blocks.own, blocks.up, blocks.down);
      visit_entries(tree, k, blocks, pattern, [&](int i, int j, const Scalar& x) { lu.matrix(i, j) = x; });
    }
    return lu.factor();
  }
  void solve(Scalar* z) const { lu.solve(z); }

 private:
  TreeShape tree;
  NodePattern<body, joint> pattern;
  NodeBlocks<Scalar, body, joint> blocks;
  Lu<Scalar> lu;
};

}  // namespace plumb
