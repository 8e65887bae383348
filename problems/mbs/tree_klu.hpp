#pragma once
// A tree's matrix (tree_matrix.hpp) factorised by KLU.

#include <algorithm>
#include <utility>

#include "problems/mbs/klu.hpp"
#include "problems/mbs/tree_matrix.hpp"

namespace plumb {

/// Scalar: double or std::complex<double>.
template <class Scalar, int body, int joint>
class TreeKlu {
 public:
  static constexpr int width = body + joint;
  using Blocks = NodeBlocks<Scalar, body, joint>;

  TreeKlu(const TreeShape& of_tree, const NodePattern<body, joint>& entries)
      : tree(of_tree), pattern(entries), klu(sparse_pattern()) {}

  /// See TreeElimination; see Klu for what allocates.
  template <class Fill>
  bool factor(Fill fill) {
    Scalar* const values = klu.values();
    auto place = places.begin();
    for (std::size_t k = tree.size(); k-- > 0;) {
      blocks.setZero();
      fill(k, blocks.own, blocks.up, blocks.down);
      visit_entries(tree, k, blocks, pattern, [&](int, int, const Scalar& x) { values[*place++] = x; });
    }
    return klu.factor();
  }
  void solve(Scalar* z) { klu.solve(z); }
  long pivotings() const { return klu.pivotings(); }

 private:
  // Also notes where in the values each entry stands, in the order of visits.
  SparsePattern sparse_pattern() {
    struct Entry {
      int row, column, visit;
    };
    std::vector<Entry> all;
    for (std::size_t k = tree.size(); k-- > 0;)
      visit_entries(tree, k, blocks, pattern, [&](int i, int j, const Scalar&) {
        all.push_back({i, j, static_cast<int>(all.size())});
      });
    std::sort(all.begin(), all.end(),
              [](const Entry& a, const Entry& b) { return std::pair(a.column, a.row) < std::pair(b.column, b.row); });
    SparsePattern out;
    out.starts.assign(tree.size() * width + 1, 0);
    places.resize(all.size());
    for (const Entry& entry : all) {
      places[static_cast<std::size_t>(entry.visit)] = static_cast<int>(out.rows.size());
      out.rows.push_back(entry.row);
      out.starts[static_cast<std::size_t>(entry.column) + 1] = static_cast<int>(out.rows.size());
    }
    return out;
  }

  TreeShape tree;
  NodePattern<body, joint> pattern;
  Blocks blocks;
  std::vector<int> places;
  Klu<Scalar> klu;
};

}  // namespace plumb
