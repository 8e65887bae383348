#pragma once
// Newton's matrix with the rotations of the predicted state, `tangent=predicted`, as the program of the authors of
// zhang2022 computes it: a rotation is R(g) R_p, with R_p of the predicted state and parameters g that are 0 there. The
// residual is exact, but the matrix uses R_p instead of R and ∂R/∂g at g = 0. Positions are those of the current
// iterate.

#include "contract/system.hpp"

namespace plumb::mbs {

template <class T>
class PredictedRotations {
 public:
  using Point = LinearisationPoint<T, Vec<T>, Vec<T>, Vec<T>>;

  explicit PredictedRotations(const State<Vec<T>, Vec<T>, Vec<T>>& zero) : x(zero) {}

  /// Returns the point with the rotations of the `count` bodies at the predicted state. This is the state of the first
  /// call with the same time and centre of the chart, because Newton's iteration of a stage begins at the prediction.
  /// Stages of a step at equal times share the prediction of the first of them.
  /// The result refers to this object until the next call. Precondition: the point has a chart.
  template <class System>
  Point at(const System& system, const Point& point, int count) {
    if (predicted.size() == 0 || point.t != t || *point.centre != centre) {
      t = point.t;
      centre = *point.centre;
      predicted = *point.theta;
    }
    theta = *point.theta;
    for (int k = 0; k < count; ++k) theta.template segment<3>(6 * k + 3) = predicted.template segment<3>(6 * k + 3);
    x = point.x;
    system.retract(centre, theta, x.q);
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
  T t = 0;
  Vec<T> centre, predicted, theta;
  State<Vec<T>, Vec<T>, Vec<T>> x;
};

}  // namespace plumb::mbs
