#pragma once
// The Newton matrix of s coupled stages, factorised as a whole.
//
// Unknowns a stage: ΔA, Δλ and at ggl Δm with μ = h m. The rows of constraints are divided by the power of h that their
// derivative begins with, so that the matrix stays regular as h → 0; α = a, β = a²:
//
//   force        δ_ij M − hα_ij D − h²β_ij K     δ_ij Gᵀ      h²α_ij K G_jᵀ
//   index1       δ_ij G + hα_ij Y + h²β_ij Z
//   index2 / h   α_ij G + hβ_ij W                            −hα_ij W G_jᵀ
//   index3 / h²  β_ij G                                      −α_ij G G_jᵀ
//
// with D = ∂f/∂v, K = ∂(f − Gᵀλ − M a)/∂q, W = ∂Φ'/∂q, Z = ∂Φ''/∂q, Y = ∂Φ''/∂v, all of row i taken at stage i.
// At ggl the rows of index2 and index3 follow each other, and ∂(Gᵀμ)/∂q is left out: μ vanishes with the step.

#include "contract/system.hpp"
#include "methods/irk/lu.hpp"

namespace plumb {

/// Rows and columns of one stage.
struct StageShape {
  int velocities = 0, constraints = 0;
  Form form = Form::ode;
  int width() const { return velocities + constraints * (form == Form::ggl ? 2 : 1); }
};

/// Number of unknowns where all sizes are known to the compiler and the form is not ggl.
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

  CoupledMatrix(const StageShape& stage_shape, int count) : shape(stage_shape), lu(count * shape.width()) {}

  /// `blocks(i)` are those of stage i. False: singular.
  template <class BlocksOfStage>
  bool factor(const T& h, const Weights& alpha, const Weights& beta, BlocksOfStage blocks) {
    assemble(h, alpha, beta, blocks);
    return lu.factor();
  }

  /// The matrix that factor() factorises.
  template <class BlocksOfStage>
  const Mat<T, size>& assemble(const T& h, const Weights& alpha, const Weights& beta, BlocksOfStage blocks) {
    if (alpha.rows() == 1 && shape.form != Form::ggl) return assemble(h, alpha(0, 0), beta(0, 0), blocks(0));
    lu.matrix.setZero();
    for (int i = 0; i < alpha.rows(); ++i) {
      const Blocks& row = blocks(i);
      for (int j = 0; j < alpha.cols(); ++j) couple(row, i, j, h * alpha(i, j), h * h * beta(i, j));
      add_diagonal(row, i);
      constrain(row, i, h, alpha, beta);
      if (shape.form == Form::ggl)
        for (int j = 0; j < alpha.cols(); ++j) stabilise(row, blocks(j), i, j, h, alpha(i, j));
    }
    return lu.matrix;
  }

  void solve(Vec<T, size>& z) const { lu.solve(z); }

 private:
  static constexpr int nv = S::V::RowsAtCompileTime, nl = S::L::RowsAtCompileTime;
  auto block(int i, int j) {  // ΔA in the force rows
    return lu.matrix.template block<nv, nv>(i * shape.width(), j * shape.width(), shape.velocities, shape.velocities);
  }
  auto rows(int i, int j, int level = 0) {  // ΔA in the constraint rows
    return lu.matrix.template block<nl, nv>(i * shape.width() + shape.velocities + level * shape.constraints,
                                            j * shape.width(), shape.constraints, shape.velocities);
  }

  // Of one stage: every entry is written once.
  const Mat<T, size>& assemble(const T& h, const T& alpha, const T& beta, const Blocks& b) {
    const T in_v = h * alpha, in_q = h * h * beta;
    block(0, 0) = -in_v * b.damping - in_q * b.stiffness + b.mass;
    if constexpr (nl != 0) {
      const int n = shape.velocities, m = shape.constraints;
      lu.matrix.template block<nv, nl>(0, n, n, m) = b.jacobian.transpose();
      lu.matrix.template block<nl, nl>(n, n, m, m).setZero();
      constrain(b, 0, h, Weights::Constant(1, 1, alpha), Weights::Constant(1, 1, beta));
    }
    return lu.matrix;
  }

  void couple(const Blocks& b, int i, int j, const T& in_v, const T& in_q) {
    block(i, j) = -in_v * b.damping - in_q * b.stiffness;
  }
  void add_diagonal(const Blocks& b, int i) {
    block(i, i) += b.mass;
    if constexpr (nl != 0)
      lu.matrix.template block<nv, nl>(i * shape.width(), i * shape.width() + shape.velocities, shape.velocities,
                                       shape.constraints) = b.jacobian.transpose();
  }
  void constrain(const Blocks& b, int i, const T& h, const Weights& alpha, const Weights& beta) {
    if constexpr (nl != 0) {
      for (int j = 0; j < alpha.cols(); ++j) switch (shape.form) {
          case Form::ode: break;
          case Form::index1:
            rows(i, j) = h * alpha(i, j) * b.acceleration_by_v + h * h * beta(i, j) * b.acceleration_by_q;
            break;
          case Form::index3: rows(i, j) = beta(i, j) * b.jacobian; break;
          case Form::ggl: rows(i, j, 1) = beta(i, j) * b.jacobian; [[fallthrough]];
          case Form::index2: rows(i, j) = alpha(i, j) * b.jacobian + h * beta(i, j) * b.rate_by_q; break;
        }
      if (shape.form == Form::index1) rows(i, i) += b.jacobian;
    }
  }
  void stabilise(const Blocks& b, const Blocks& column, int i, int j, const T& h, const T& alpha) {
    const int w = shape.width(), nv_ = shape.velocities, nl_ = shape.constraints, at = j * w + nv_ + nl_;
    lu.matrix.block(i * w, at, nv_, nl_).noalias() = h * h * alpha * b.stiffness * column.jacobian.transpose();
    lu.matrix.block(i * w + nv_, at, nl_, nl_).noalias() = -h * alpha * b.rate_by_q * column.jacobian.transpose();
    lu.matrix.block(i * w + nv_ + nl_, at, nl_, nl_).noalias() = -alpha * b.jacobian * column.jacobian.transpose();
  }

  StageShape shape;
  Lu<T, size> lu;
};

}  // namespace plumb
