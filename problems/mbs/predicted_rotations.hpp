#pragma once
// Newton's matrix with the rotations of the predicted state, `tangent=predicted`, as the program of the authors of
// zhang2022 computes it: a rotation is R(g) R_p, with R_p of the predicted state and parameters g that are 0 there. The
// residual is exact, but the matrix uses R_p instead of R and ∂R/∂g at g = 0:
//
//   J(r, R_p, p, p', λ)   instead of   J(r, R, p, p', λ)
//
// Positions r, momenta p, their rates and multipliers belong to the current iterate. A point without a predicted
// state has the exact matrix.

#include "contract/system.hpp"

namespace plumb::mbs {

template <class T>
class PredictedRotations {
 public:
  using Point = LinearisationPoint<T, Vec<T>, Vec<T>, Vec<T>>;

  explicit PredictedRotations(const State<Vec<T>, Vec<T>, Vec<T>>& zero) : theta(zero.v), x(zero) {}

  /// Returns the point with the rotations of the `count` bodies at its predicted state. The result refers to this
  /// object until the next call. Precondition: the point has a predicted state.
  template <class System>
  Point at(const System& system, const Point& point, int count) {
    theta = *point.theta;
    for (int k = 0; k < count; ++k)
      theta.template segment<3>(6 * k + 3) = point.predicted_theta->template segment<3>(6 * k + 3);
    x = point.x;
    system.retract(*point.centre, theta, x.q);
    return {.t = point.t,
            .x = x,
            .t_rows = point.t_rows,
            .q_rows = point.q_rows,
            .centre = point.centre,
            .theta = &theta,
            .velocity = point.velocity,
            .weight = point.weight};
  }

 private:
  Vec<T> theta;  // workspace
  State<Vec<T>, Vec<T>, Vec<T>> x;
};

}  // namespace plumb::mbs
