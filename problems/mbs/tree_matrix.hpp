#pragma once
// The matrix of a system of bodies that a tree of joints connects: a node is a body with the joint to its parent.
//
//   rows of node k            own_k x_k + up_k β_p                β_p: the body's part of its parent's unknowns
//   rows of its parent's body      … + down_k x_k                 summed over all children of the parent
//
// Unknowns of a node: `body` of the body, then `joint` of the joint (multipliers). Forces and constraints couple a body
// with its parent and its children only, which leaves everything else zero. The vector of all unknowns is node by node.

#include <array>
#include <cassert>
#include <cmath>
#include <complex>
#include <string_view>
#include <vector>

#include "numerics/scalar.hpp"

namespace plumb {

/// a b. The product of the standard library looks for numbers that are not finite, which costs more than the product.
template <class T>
T product(const T& a, const T& b) {
  return a * b;
}
template <class T>
std::complex<T> product(const std::complex<T>& a, const std::complex<T>& b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

/// 1/x, of complex numbers by Smith's formula.
template <class T>
T reciprocal(const T& x) {
  return T(1) / x;
}
template <class T>
std::complex<T> reciprocal(const std::complex<T>& x) {
  using std::abs;
  if (abs(x.real()) >= abs(x.imag())) {
    const T ratio = x.imag() / x.real(), inverse = 1 / (x.real() + x.imag() * ratio);
    return {inverse, -ratio * inverse};
  }
  const T ratio = x.real() / x.imag(), inverse = 1 / (x.imag() + x.real() * ratio);
  return {ratio * inverse, -inverse};
}

/// The parent of every node, −1: the ground. A parent stands before its children.
using TreeShape = std::vector<int>;

template <class Scalar, int body, int joint>
struct NodeBlocks {
  static constexpr int width = body + joint;
  Mat<Scalar, width> own = zeros<Mat<Scalar, width>>();
  Mat<Scalar, width, body> up = zeros<Mat<Scalar, width, body>>();
  Mat<Scalar, body, width> down = zeros<Mat<Scalar, body, width>>();

  void setZero() {
    own.setZero();
    up.setZero();
    down.setZero();
  }
};

/// Which entries of a node may differ from zero: row by row, '0' for those that never do.
template <int body, int joint>
struct NodePattern {
  static constexpr int width = body + joint;
  std::array<std::string_view, width> own, up;
  std::array<std::string_view, body> down;
};

/// Calls visit(row, column, value) for every entry of node k of the matrix that the pattern allows to differ from zero.
template <class Blocks, class Pattern, class Visit>
void visit_entries(const TreeShape& tree, std::size_t k, const Blocks& blocks, const Pattern& pattern, Visit visit) {
  constexpr int width = Pattern::width;
  const auto part = [&](const auto& block, const auto& mask, int row0, int column0) {
    for (int j = 0; j < block.cols(); ++j)
      for (int i = 0; i < block.rows(); ++i)
        if (mask[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] != '0')
          visit(row0 + i, column0 + j, block(i, j));
  };
  const int here = static_cast<int>(k) * width;
  part(blocks.own, pattern.own, here, here);
  if (tree[k] < 0) return;
  const int parent = tree[k] * width;
  part(blocks.up, pattern.up, here, parent);
  part(blocks.down, pattern.down, parent, here);
}

}  // namespace plumb
