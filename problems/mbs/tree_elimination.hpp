#pragma once
// Block elimination of a tree's matrix (tree_matrix.hpp) from the tips to the root, without fill:
//
//   x_k = own_k⁻¹ (b_k − up_k β_p),     own_p ← own_p − down_k own_k⁻¹ up_k  in the rows and columns of the body
//
// This is the articulated-body recursion for any matrix of that shape. Pivots are chosen within a node, which suffices
// where every branch is regular with its parent held. Operations have one order, whatever the scalar and the machine.
// A node is factorised by `Node`: Lu with partial pivoting, or PinnedNode where joints allow it.
// Source: Featherstone 2008, Rigid Body Dynamics Algorithms, chapters 6 and 7; Duff, Erisman & Reid 2017, chapter 11.
//
// Joints of one size are known to the compiler, joints of several (joint = Eigen::Dynamic) node by node.
//
// Cost and storage: proportional to the number of nodes. factor() and solve() do not allocate.

#include "numerics/lu.hpp"
#include "problems/mbs/tree_matrix.hpp"

namespace plumb {

/// Unknowns of a node, if the compiler knows.
constexpr int node_width(int body, int joint) { return joint == Eigen::Dynamic ? Eigen::Dynamic : body + joint; }

template <class Scalar, int body, int joint, class Node = Lu<Scalar, node_width(body, joint)>>
class TreeElimination {
 public:
  static constexpr int width = node_width(body, joint);

  /// `bodies_couple`: forces depend on a body and its parent; else they meet in the joint alone.
  explicit TreeElimination(const TreeShape& tree, bool bodies_couple = true) requires(joint != Eigen::Dynamic)
      : TreeElimination(tree, std::vector<int>(tree.size(), joint), bodies_couple) {}
  /// `joints`: multipliers of every node.
  TreeElimination(const TreeShape& tree, const std::vector<int>& joints, bool bodies_couple)
      : first(bodies_couple ? 0 : body) {
    nodes.reserve(tree.size());
    std::size_t start = 0;
    for (std::size_t k = 0; k < tree.size(); ++k) {
      assert(tree[k] < static_cast<int>(k));
      nodes.emplace_back(tree[k], body + joints[k], start);
      start += static_cast<std::size_t>(body + joints[k]);
    }
  }

  /// `fill(k, own, up, down)` writes into blocks of zeros the entries of node k that may differ from zero, and is
  /// called once for each node, children before parents. False: a node is singular.
  template <class Fill>
  bool factor(Fill fill) {
    for (std::size_t k = nodes.size(); k-- > 0;) {
      Entry& node = nodes[k];
      node.factors.matrix.setZero();
      node.gain.setZero();
      node.down.setZero();
      fill(k, node.factors.matrix, node.gain, node.down);
      node.factors.matrix.template topLeftCorner<body, body>() -= node.from_children;
      node.from_children.setZero();
      if (!node.factors.factor()) return forget();
      if (node.parent >= 0) pass_on(node);
    }
    return true;
  }

  /// In place. Precondition: the last factor() succeeded.
  void solve(Scalar* z) const {
    for (std::size_t k = nodes.size(); k-- > 0;) {
      const Entry& node = nodes[k];
      Part<width> x(z + start(k), node.gain.rows());
      node.factors.solve(x);
      if (node.parent < 0) continue;
      Part<body> b(z + start(static_cast<std::size_t>(node.parent)));
      subtract(node.down, x, b, first);
    }
    for (std::size_t k = 0; k < nodes.size(); ++k) {
      const Entry& node = nodes[k];
      if (node.parent < 0) continue;
      Part<width> x(z + start(k), node.gain.rows());
      const Part<body> b(z + start(static_cast<std::size_t>(node.parent)));
      subtract(node.gain, b, x, 0);
    }
  }

 private:
  template <int n>
  using Part = Eigen::Map<Vec<Scalar, n>>;

  struct Entry {
    Node factors;
    Mat<Scalar, width, body> gain;  // own⁻¹ up
    Mat<Scalar, body, width> down;
    Mat<Scalar, body> from_children = zeros<Mat<Scalar, body>>();  // Σ down own⁻¹ up, until the node is factorised
    int parent;
    std::size_t start;  // of its unknowns

    Entry(int of_parent, int unknowns, std::size_t at)
        : factors(make(unknowns)),
          gain(zeros<Mat<Scalar, width, body>>(unknowns, body)),
          down(zeros<Mat<Scalar, body, width>>(body, unknowns)),
          parent(of_parent),
          start(at) {}
    static Node make(int unknowns) {
      if constexpr (std::is_default_constructible_v<Node>)
        return Node();
      else
        return Node(unknowns);
    }
  };

  std::size_t start(std::size_t k) const {
    if constexpr (width == Eigen::Dynamic)
      return nodes[k].start;
    else
      return k * width;
  }

  void pass_on(Entry& node) {
    for (int j = 0; j < body; ++j) {
      auto column = node.gain.col(j);
      node.factors.solve(column);
    }
    auto& sum = nodes[static_cast<std::size_t>(node.parent)].from_children;
    for (int j = 0; j < body; ++j)
      for (int l = first; l < node.gain.rows(); ++l)
        for (int i = 0; i < body; ++i) sum(i, j) += product(node.down(i, l), node.gain(l, j));
  }

  // y ← y − a x from the column `from` on, column by column
  template <class A, class X, class Y>
  static void subtract(const A& a, const X& x, Y& y, int from) {
    for (int j = from; j < a.cols(); ++j)
      for (int i = 0; i < a.rows(); ++i) y[i] -= product<Scalar>(a(i, j), x[j]);
  }

  // What children have left must not enter the next factorisation.
  bool forget() {
    for (Entry& node : nodes) node.from_children.setZero();
    return false;
  }

  int first;  // column of `down` that is not always 0
  std::vector<Entry> nodes;
};

}  // namespace plumb
