#pragma once
// In a chart, the positions of coupled stages depend on the velocities and accelerations of all stages:
//
//   dΘ = (1 − hα ∂θ'/∂θ)⁻¹ hα ∂θ'/∂v dV =: X dV,   dV = hα dA,   δ_i = T_i dΘ_i
//
// with one block of derivatives for each stage on the diagonals of ∂θ'/∂θ and ∂θ'/∂v. Charts couple only the three
// coordinates of each rotation: most entries are zero, and zeros are skipped.

#include "contract/system.hpp"
#include "numerics/lu.hpp"

namespace plumb {

/// The derivatives of the displacement of every stage by the rates of every stage.
template <class T>
class StageCharts {
 public:
  StageCharts(int velocities, int count)
      : n(velocities),
        tangents(Mat<T>::Zero(n, n * count)),
        by_velocity(Mat<T>::Zero(n * count, n * count)),
        by_acceleration(by_velocity),
        column(Vec<T>::Zero(n * count)),
        implicit(n * count) {}

  /// `chart(i)` has the derivatives of the chart at stage i. Returns false if the equations are singular.
  template <class Alpha, class ChartOf>
  bool take(const T& h, const Alpha& alpha, ChartOf chart) {
    const auto count = static_cast<int>(alpha.rows());
    implicit.matrix.setIdentity();
    for (int j = 0; j < count; ++j) {
      const auto& at = chart(j);
      tangents.middleCols(j * n, n) = at.tangent;
      for (int i = 0; i < count; ++i) {
        implicit.matrix.block(i * n, j * n, n, n) -= h * alpha(i, j) * at.rate_by_theta;
        by_velocity.block(i * n, j * n, n, n) = h * alpha(i, j) * at.rate_by_v;
      }
    }
    if (!implicit.factor()) return false;
    for (int k = 0; k < n * count; ++k) {
      column = by_velocity.col(k);
      implicit.solve_sparse(column);
      by_velocity.col(k) = column;
    }
    by_acceleration.setZero();
    for (int i = 0; i < count; ++i)
      for (int j = 0; j < count; ++j)
        for (int k = 0; k < count; ++k)
          by_acceleration.block(i * n, j * n, n, n) += h * alpha(k, j) * by_velocity.block(i * n, k * n, n, n);
    for (int i = 0; i < count; ++i) turn(i);
    return true;
  }
  /// The matrices ∂δ_i/∂V_j = T_i X_ij and ∂δ_i/∂A_j = T_i (X hα)_ij, n × n.
  auto of_velocity(int i, int j) const { return by_velocity.block(i * n, j * n, n, n); }
  auto of_acceleration(int i, int j) const { return by_acceleration.block(i * n, j * n, n, n); }

 private:
  // Multiplies the rows of stage i by T_i from the left.
  void turn(int i) {
    for (auto* rows : {&by_velocity, &by_acceleration})
      for (Eigen::Index k = 0; k < rows->cols(); ++k) {
        auto part = column.head(n);
        part.setZero();
        for (int l = 0; l < n; ++l)
          if (const T x = (*rows)(i * n + l, k); x != T(0)) part += x * tangents.col(i * n + l);
        rows->col(k).segment(i * n, n) = part;
      }
  }

  int n;
  Mat<T> tangents, by_velocity, by_acceleration;
  Vec<T> column;
  Lu<T> implicit;
};

}  // namespace plumb
