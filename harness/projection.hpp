#pragma once
// Projection onto the constraints after a step, in the Euclidean norm of the coordinates.
//
//   positions:  repeat  [I Gᵀ; G 0] [w; ·] = [0; −Φ(q)],  q ← q ⊞ w    until |w| is at the rounding level
//   velocities: [I Gᵀ; G 0] [w; ·] = [0; −(G v + ∂Φ/∂t)],  v ← v + w
//
// Source: Eich 1993, SIAM J. Numer. Anal. 30; fernandez2024, section 8 (positions only).

#include "contract/method.hpp"

namespace plumb {

template <class S>
class Projection {
 public:
  using T = typename S::Scalar;
  using State = typename S::State;

  explicit Projection(S& system)
      : s(system),
        factors(system.template factors<T>()),
        w(zero_state(system).v),
        e(zero_state(system).lambda),
        q(zero_state(system).q) {}

  StepResult apply(const T& t, State& x, bool velocities) {
    using std::isfinite;
    const Blend<T> euclidean{.identity = 1};
    T change = 0;
    for (int k = 0; k < max_iterations; ++k) {
      s.constraint(t, x.q, e);
      e = -e, w.setZero();
      if (!s.factor(factors, {t, x}, euclidean)) return {Status::singular, 0, "projection"};
      s.solve(factors, w, e);
      q = x.q;
      s.retract(q, w, x.q);
      const T before = change;
      change = w.template lpNorm<Eigen::Infinity>();
      if (!isfinite(change)) return {Status::non_finite, 0, "projection"};
      const T size = x.q.template lpNorm<Eigen::Infinity>();
      if (change <= 4 * unit_roundoff<T>() * (1 + size) || (k > 1 && change >= before)) {
        if (velocities) project_velocities(t, x);
        return {};
      }
    }
    return {Status::newton_diverged, static_cast<double>(change), "projection"};
  }

 private:
  void project_velocities(const T& t, State& x) {  // with the matrix of the last correction, at the same q to rounding
    s.constraint_rate(t, x.q, x.v, e);
    e = -e, w.setZero();
    s.solve(factors, w, e);
    x.v += w;
  }

  static constexpr int max_iterations = 20;
  S& s;
  typename S::template Factors<T> factors;
  typename S::V w;
  typename S::L e;
  typename S::Q q;
};

}  // namespace plumb
