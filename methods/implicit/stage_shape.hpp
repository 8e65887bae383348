#pragma once
// The common part of stage solvers: the sizes of a stage, and the residuals and increments of all stages.

#include "contract/system.hpp"

namespace plumb {

/// The numbers of unknowns of one stage, and the form of its constraint rows.
struct StageShape {
  int velocities = 0, constraints = 0;
  Form form = Form::ode;
  int nonholonomic = 0;  // number of nonholonomic constraints, which come last

  bool stabilised() const { return is_stabilised(form); }
  int width() const { return velocities + constraints * (stabilised() ? 2 : 1); }
};

template <class S>
StageShape shape_of(const S& system) {
  const auto n = system.sizes();
  return {n.v, n.lambda, n.lambda == 0 ? Form::ode : system.form(), n.nonholonomic};
}

/// Matrices with a column for each stage.
template <class S, int stages>
using StageVelocities = Mat<typename S::Scalar, S::V::RowsAtCompileTime, stages>;
template <class S, int stages>
using StageMultipliers =
    Mat<typename S::Scalar, S::L::RowsAtCompileTime == 0 ? Eigen::Dynamic : S::L::RowsAtCompileTime, stages>;

/// The negative residuals of the force balance and of the constraints, which solving turns into the increments of A, λ
/// and m. `positions` is Φ = 0 at ggl, where `constraints` has Φ' = 0.
template <class S, int stages>
struct StageIncrement {
  StageVelocities<S, stages> forces;
  StageMultipliers<S, stages> constraints, positions;

  StageIncrement(const StageShape& shape, Eigen::Index count)
      : forces(StageVelocities<S, stages>::Zero(shape.velocities, count)),
        constraints(StageMultipliers<S, stages>::Zero(shape.constraints, count)),
        positions(StageMultipliers<S, stages>::Zero(rows_of_positions(shape), count)) {}

 private:
  static constexpr bool is_fixed = StageMultipliers<S, stages>::RowsAtCompileTime != Eigen::Dynamic;
  static int rows_of_positions(const StageShape& shape) {
    return is_fixed || shape.stabilised() ? shape.constraints : 0;
  }
};

/// Writes the negative residual of the constraints at x to `row`, and for ggl to column i of `positions`, divided by
/// the same power of h as in the Newton matrix. `phi` is working memory.
template <class S, class Row, class Positions>
void constraint_rows(S& s, const StageShape& shape, const typename S::Scalar& t, const typename S::Scalar& h,
                     const typename S::State& x, typename S::L& phi, Row&& row, Positions& positions, int i) {
  switch (shape.form) {
    case Form::ode: break;
    case Form::index1:
      s.constraint_acceleration(t, x.q, x.v, x.a, phi);
      row = -phi;
      break;
    case Form::index3:
      s.constraint(t, x.q, phi);
      row = phi / (-h * h);
      if (shape.nonholonomic == 0) break;
      s.constraint_rate(t, x.q, x.v, phi);
      row.tail(shape.nonholonomic) = phi.tail(shape.nonholonomic) / -h;
      break;
    case Form::ggl:
      s.constraint(t, x.q, phi);
      positions.col(i) = phi / (-h * h);
      [[fallthrough]];
    case Form::index2:
      s.constraint_rate(t, x.q, x.v, phi);
      row = phi / -h;
      break;
  }
}

/// The weights of the Newton matrix of one stage with α = a_ii, or of one eigenvalue α of a. The rows of constraints
/// are divided by the lowest power of h in their derivative, so that the matrix remains regular as h → 0:
///
///   force        M − hα D − h²α² K N        Gᵀ      h²α K N Gᵀ
///   index1       G + hα Y + h²α² Z N
///   index2 / h   α G + hα² W N                     −hα W N Gᵀ
///   index3 / h²  α² G N                            −α G N Gᵀ
///
/// For ggl the rows of index2 are followed by the rows of index3, and ∂(Gᵀμ)/∂q is omitted, because μ vanishes with the
/// step. Nonholonomic rows are as in index2 if the other rows are rows of positions.
template <class Scalar, class T>
Blend<Scalar> stage_blend(Form form, const T& h, const Scalar& alpha) {
  const Scalar beta = alpha * alpha;
  Blend<Scalar> b{.mass = Scalar(1), .damping = h * alpha, .stiffness = h * h * beta};
  if (!imposes_accelerations(form)) {
    b.of_velocity = alpha;
    b.rate_of_velocity = h * beta;
  }
  switch (form) {
    case Form::ode: break;
    case Form::index1:
      b.by_v = b.damping;
      b.by_q = b.stiffness;
      break;
    case Form::index3:
      b.jacobian = Scalar(0);
      b.position = beta;
      break;
    case Form::ggl:
      b.position = beta;
      b.stabilised = true;
      b.mu_force = h * h * alpha;
      b.mu_rate = h * alpha;
      b.mu_position = alpha;
      [[fallthrough]];
    case Form::index2:
      b.jacobian = alpha;
      b.rate = h * beta;
      break;
  }
  return b;
}

}  // namespace plumb
