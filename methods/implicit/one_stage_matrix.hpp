#pragma once
// The Newton matrix of one stage: a factorisation of the system.

#include "methods/implicit/stage_shape.hpp"

namespace plumb {

template <class S>
class OneStageMatrix {
 public:
  using T = typename S::Scalar;

  explicit OneStageMatrix(S& system)
      : s(system),
        shape(shape_of(system)),
        factors(system.template factors<T>()),
        w(zero_state(system).v),
        e(zero_state(system).lambda),
        mu(e) {}

  /// Returns false if the matrix is singular.
  bool factor(const PointOf<S>& point, const T& h, const T& alpha) {
    return s.factor(factors, point, stage_blend<T>(shape.form, h, alpha));
  }

  /// Turns residuals into increments, in place. Precondition: the last factor() succeeded.
  void solve(StageIncrement<S, 1>& z) {
    w = z.forces.col(0);
    if constexpr (constrained) e = z.constraints.col(0);
    if (constrained && shape.stabilised())
      solve_stabilised(z);
    else
      s.solve(factors, w, e);
    z.forces.col(0) = w;
    if constexpr (constrained) z.constraints.col(0) = e;
  }

 private:
  static constexpr bool constrained = S::L::RowsAtCompileTime != 0;
  void solve_stabilised(StageIncrement<S, 1>& z) {
    if constexpr (constrained) {
      mu = z.positions.col(0);
      s.solve(factors, w, e, mu);
      z.positions.col(0) = mu;
    }
  }

  S& s;
  StageShape shape;
  typename S::template Factors<T> factors;
  typename S::V w;
  typename S::L e, mu;
};

}  // namespace plumb
