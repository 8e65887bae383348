#pragma once
// The matrix N of Blend: the derivative of positions with respect to a method's unknowns, in a chart of a small system.

#include "contract/system.hpp"
#include "numerics/lu.hpp"

namespace plumb {

/// N = T or, if the unknowns are velocities that move θ = θ_0 + w θ'(θ, v), N = T (1 − w ∂θ'/∂θ)⁻¹ ∂θ'/∂v.
template <class T, int nv>
class ChartTangent {
 public:
  explicit ChartTangent(int velocities)
      : blocks(velocities), matrix(identity<Mat<T, nv>>(velocities)), implicit(velocities) {}

  /// Computes N in the chart of `system` at the point, whose centre and θ are set. Returns false if N is singular,
  /// which happens only at the boundary of the chart.
  template <class S>
  bool take(const S& system, const PointOf<S>& point) {
    const auto n = static_cast<int>(matrix.rows());
    system.chart_blocks(*point.centre, *point.theta, point.velocity ? *point.velocity : *point.theta, blocks);
    matrix = blocks.tangent;
    if (!point.velocity) return true;
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i < n; ++i) implicit.matrix(i, j) = -point.weight * blocks.rate_by_theta(i, j);
      implicit.matrix(j, j) += 1;
    }
    if (!implicit.factor()) return false;
    for (int j = 0; j < n; ++j) {
      column = blocks.rate_by_v.col(j);
      implicit.solve(column);
      matrix.col(j).noalias() = blocks.tangent * column;
    }
    return true;
  }

  /// block ← block · N
  template <class Block>
  void apply(Block& block) {
    if constexpr (Block::RowsAtCompileTime != 0)
      for (int i = 0; i < block.rows(); ++i) {
        for (int j = 0; j < block.cols(); ++j) column[j] = matrix.col(j).dot(block.row(i));
        for (int j = 0; j < block.cols(); ++j) block(i, j) = column[j];
      }
  }

 private:
  ChartBlocks<T, nv> blocks;
  Mat<T, nv> matrix;
  Lu<T, nv> implicit;
  Vec<T, nv> column = zeros<Vec<T, nv>>(matrix.rows());
};

}  // namespace plumb
