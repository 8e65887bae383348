#pragma once
// The Newton matrix of s coupled stages of a small system, factorised as a whole. The unknowns of a stage are ΔA, Δλ
// and at ggl Δm with μ = h m. The entries are as in stage_shape.hpp, with α = a, β = a², and all of row i computed at
// stage i:
//
//   force        δ_ij M − hα_ij D − h²β_ij K     δ_ij Gᵀ      h²α_ij K G_jᵀ
//   index1       δ_ij G + hα_ij Y + h²β_ij Z
//   index2 / h   α_ij G + hβ_ij W                            −hα_ij W G_jᵀ
//   index3 / h²  β_ij G                                      −α_ij G G_jᵀ
//
// In a chart h²β_ij becomes the matrix T_i (X hα)_ij and hα_ij of the last column T_i X_ij, with
// X = (1 − hα ∂θ'/∂θ)⁻¹ hα ∂θ'/∂v.

#include "methods/implicit/stage_charts.hpp"
#include "methods/implicit/stage_shape.hpp"

namespace plumb {

/// The number of unknowns if all sizes are compile-time constants (the form is then not ggl), or Eigen::Dynamic.
template <class S, int stages>
constexpr int coupled_size() {
  constexpr int nv = S::V::RowsAtCompileTime, nl = S::L::RowsAtCompileTime;
  constexpr bool fixed = stages != Eigen::Dynamic && nv != Eigen::Dynamic && nl != Eigen::Dynamic;
  return fixed ? stages * (nv + nl) : Eigen::Dynamic;
}

template <class S, int stages>
class CoupledMatrix {
 public:
  using T = typename S::Scalar;
  static constexpr int size = coupled_size<S, stages>();
  using Blocks = BlocksOf<S>;
  using Weights = Mat<T, stages>;

  CoupledMatrix(const StageShape& stage_shape, int count)
      : shape(stage_shape),
        lu(count * shape.width()),
        z(Vec<T, size>::Zero(count * shape.width())),
        moved(shape.velocities, shape.constraints) {}

  /// `blocks(i)` is the linearisation of stage i; `charts` are the charts of all stages, null on vector spaces. Returns
  /// false if the matrix is singular.
  template <class BlocksOfStage>
  bool factor(const T& h, const Weights& alpha, const Weights& beta, BlocksOfStage blocks,
              const StageCharts<T>* charts = nullptr) {
    return lu.factor([&] { assemble(h, alpha, beta, blocks, charts); });
  }

  /// Sets the scales of all later factorisations, of D_r A D_c: powers of two by which all blocks of A get a similar
  /// size (natural_units.hpp).
  template <class Units>
  void scale(const Units& units) {
    row_scales.resize(0);
    column_scales.resize(0);
    if (units.is_plain()) return;
    row_scales = Vec<T>::Ones(lu.matrix.rows());
    column_scales = row_scales;
    const int n = shape.velocities, m = shape.constraints;
    const auto divide = [](Vec<T>& scales, int first, const Vec<T>& by) {
      for (Eigen::Index i = 0; i < by.size(); ++i) scales[first + i] /= by[i];
    };
    for (int at = 0; at < row_scales.size(); at += shape.width()) {
      divide(row_scales, at, units.theta);
      divide(column_scales, at, units.rates);
      for (auto* scales : {&row_scales, &column_scales}) divide(*scales, at + n, units.lambda);
      if (!shape.stabilised()) continue;
      divide(row_scales, at + n + m, units.lambda);
      divide(column_scales, at + n + m, units.mu);
    }
  }

  void solve(StageIncrement<S, stages>& increment) {
    const int n = shape.velocities, m = shape.constraints, w = shape.width();
    const auto each = [&](auto move) {
      for (int i = 0; i < increment.forces.cols(); ++i) {
        move(z.segment(i * w, n), increment.forces.col(i));
        if constexpr (nl != 0) {
          move(z.segment(i * w + n, m), increment.constraints.col(i));
          if (shape.stabilised()) move(z.segment(i * w + n + m, m), increment.positions.col(i));
        }
      }
    };
    each([](auto&& inside, auto&& outside) { inside = outside; });
    for (Eigen::Index i = 0; i < row_scales.size(); ++i) z[i] *= row_scales[i];
    lu.solve(z);
    for (Eigen::Index i = 0; i < column_scales.size(); ++i) z[i] *= column_scales[i];
    each([](auto&& inside, auto&& outside) { outside = inside; });
  }

 private:
  template <class BlocksOfStage>
  void assemble(const T& h, const Weights& alpha, const Weights& beta, BlocksOfStage blocks,
                const StageCharts<T>* charts) {
    lu.matrix.setZero();
    for (int i = 0; i < alpha.rows(); ++i) {
      const Blocks& row = blocks(i);
      for (int j = 0; j < alpha.cols(); ++j) {
        if (charts) {
          couple_in_charts(row, i, j, h, alpha(i, j), charts->of_acceleration(i, j));
          if (shape.stabilised()) stabilise_in_charts(row, blocks(j), i, j, h, charts->of_velocity(i, j));
        } else {
          couple(row, i, j, h, alpha(i, j), beta(i, j));
          if (shape.stabilised()) stabilise(row, blocks(j), i, j, h, alpha(i, j));
        }
      }
      add_diagonal(row, i);
    }
    if (row_scales.size() != 0)
      for (Eigen::Index j = 0; j < lu.matrix.cols(); ++j)
        for (Eigen::Index i = 0; i < lu.matrix.rows(); ++i) lu.matrix(i, j) *= row_scales[i] * column_scales[j];
  }

  static constexpr int nv = S::V::RowsAtCompileTime, nl = S::L::RowsAtCompileTime;
  auto block(int i, int j) {  // block of ΔA in the force rows
    return lu.matrix.template block<nv, nv>(i * shape.width(), j * shape.width(), shape.velocities, shape.velocities);
  }
  auto rows(int i, int j, int level = 0) {  // block of ΔA in the constraint rows
    return lu.matrix.template block<nl, nv>(i * shape.width() + shape.velocities + level * shape.constraints,
                                            j * shape.width(), shape.constraints, shape.velocities);
  }

  void couple(const Blocks& b, int i, int j, const T& h, const T& alpha, const T& beta) {
    const T in_v = h * alpha, in_q = h * h * beta;
    block(i, j) = -in_v * b.damping - in_q * b.stiffness;
    if constexpr (nl != 0) switch (shape.form) {
        case Form::ode: break;
        case Form::index1: rows(i, j) = in_v * b.acceleration_by_v + in_q * b.acceleration_by_q; break;
        case Form::index3: rows(i, j) = beta * b.jacobian; break;
        case Form::ggl: rows(i, j, 1) = beta * b.jacobian; [[fallthrough]];
        case Form::index2: rows(i, j) = alpha * b.jacobian + h * beta * b.rate_by_q; break;
      }
    if constexpr (nl != 0)
      take_nonholonomic(i, j,
                        [&](int row, int k) { return alpha * b.jacobian(row, k) + h * beta * b.rate_by_q(row, k); });
  }
  // `moves` replaces h²β_ij: it is T_i (X hα)_ij in a chart.
  template <class Moves>
  void couple_in_charts(const Blocks& b, int i, int j, const T& h, const T& alpha, const Moves& moves) {
    const T in_v = h * alpha, per_h = 1 / h;
    block(i, j) = -in_v * b.damping;
    block(i, j) -= b.stiffness.lazyProduct(moves);
    if constexpr (nl != 0) {
      const auto positions = [&](auto&& to) {
        to = b.jacobian.lazyProduct(moves);
        to *= per_h * per_h;
      };
      switch (shape.form) {
        case Form::ode: break;
        case Form::index1:
          rows(i, j) = in_v * b.acceleration_by_v;
          rows(i, j) += b.acceleration_by_q.lazyProduct(moves);
          break;
        case Form::index3: positions(rows(i, j)); break;
        case Form::ggl: positions(rows(i, j, 1)); [[fallthrough]];
        case Form::index2:
          rows(i, j) = b.rate_by_q.lazyProduct(moves);
          rows(i, j) *= per_h;
          rows(i, j) += alpha * b.jacobian;
          break;
      }
      take_nonholonomic(i, j, [&](int row, int k) {
        return alpha * b.jacobian(row, k) + per_h * T(b.rate_by_q.row(row).dot(moves.col(k)));
      });
    }
  }

  // Nonholonomic rows have no positions: rows of velocities replace these, and for ggl no second row follows.
  template <class Entry>
  void take_nonholonomic(int i, int j, Entry of_velocity) {
    if (!imposes_positions(shape.form)) return;
    for (int row = shape.constraints - shape.nonholonomic; row < shape.constraints; ++row)
      for (int k = 0; k < shape.velocities; ++k) {
        rows(i, j)(row, k) = of_velocity(row, k);
        if (shape.stabilised()) rows(i, j, 1)(row, k) = 0;
      }
  }

  void add_diagonal(const Blocks& b, int i) {
    block(i, i) += b.mass;
    if constexpr (nl != 0) {
      lu.matrix.template block<nv, nl>(i * shape.width(), i * shape.width() + shape.velocities, shape.velocities,
                                       shape.constraints) = b.jacobian.transpose();
      if (shape.form == Form::index1) rows(i, i) += b.jacobian;
    }
  }

  void stabilise(const Blocks& b, const Blocks& column, int i, int j, const T& h, const T& alpha) {
    if constexpr (nl != 0) {
      const int w = shape.width(), n = shape.velocities, m = shape.constraints, at = j * w + n + m;
      lu.matrix.block(i * w, at, n, m).noalias() = h * h * alpha * b.stiffness * column.jacobian.transpose();
      lu.matrix.block(i * w + n, at, m, m).noalias() = -h * alpha * b.rate_by_q * column.jacobian.transpose();
      lu.matrix.block(i * w + n + m, at, m, m).noalias() = -alpha * b.jacobian * column.jacobian.transpose();
      release_nonholonomic(i, j);
    }
  }
  // `moves` replaces hα_ij: it is T_i X_ij in a chart.
  template <class Moves>
  void stabilise_in_charts(const Blocks& b, const Blocks& column, int i, int j, const T& h, const Moves& moves) {
    if constexpr (nl != 0) {
      const int w = shape.width(), n = shape.velocities, m = shape.constraints, at = j * w + n + m;
      moved = moves.lazyProduct(column.jacobian.transpose());
      lu.matrix.block(i * w, at, n, m) = b.stiffness.lazyProduct(moved);
      lu.matrix.block(i * w, at, n, m) *= h;
      lu.matrix.block(i * w + n, at, m, m) = -b.rate_by_q.lazyProduct(moved);
      lu.matrix.block(i * w + n + m, at, m, m) = -b.jacobian.lazyProduct(moved);
      lu.matrix.block(i * w + n + m, at, m, m) /= h;
      release_nonholonomic(i, j);
    }
  }

  // Nonholonomic rows have μ = 0.
  void release_nonholonomic(int i, int j) {
    const int w = shape.width(), n = shape.velocities, m = shape.constraints;
    for (int row = m - shape.nonholonomic; row < m; ++row) {
      lu.matrix.row(i * w + n + m + row).segment(j * w + n + m, m).setZero();
      if (i == j) lu.matrix(i * w + n + m + row, j * w + n + m + row) = T(1);
    }
  }

  StageShape shape;
  Lu<T, size> lu;
  Vec<T, size> z;
  Vec<T> row_scales, column_scales;  // scaling factors of rows and columns; empty: 1
  Mat<T, nv, nl == 0 ? Eigen::Dynamic : nl> moved;
};

}  // namespace plumb
