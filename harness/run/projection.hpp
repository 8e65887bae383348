#pragma once
// After a step, the state is projected onto the constraints, in the Euclidean norm of the coordinates.
//
//   positions:  repeat  [I Gᵀ; G 0] [w; ·] = [0; −Φ(q)],  q ← q ⊞ w    until |w| is at the rounding level
//   velocities: [I Gᵀ; G 0] [w; ·] = [0; −(G v + ∂Φ/∂t)],  v ← v + w
//
// Source: Eich 1993, SIAM J. Numer. Anal. 30; fernandez2024, section 8 (positions only).

#include "methods/implicit/newton.hpp"

namespace plumb {

template <class S>
class Projection {
 public:
  using T = typename S::Scalar;
  using State = typename S::State;

  explicit Projection(S& system)
      : s(system),
        factors(system.template factors<T>()),
        iteration(NewtonSettings{}),
        w(zero_state(system).v),
        e(zero_state(system).lambda),
        q(zero_state(system).q) {}

  StepResult apply(const T& t, State& x, bool velocities) {
    Positions equations{*this, t, x};
    const auto result = iteration.solve(equations, own);
    if (result.status == Status::ok && velocities) project_velocities(t, x);
    return result;
  }

 private:
  // The position constraints, with the interface that NewtonIteration requires.
  struct Positions {
    Projection& of;
    const T& t;
    State& x;
    static constexpr std::string_view increment_name = "projection";

    bool evaluate() const {
      of.s.constraint(t, x.q, of.e);
      return true;
    }
    bool correct(bool) const {
      of.e = -of.e;
      of.w.setZero();
      if (!of.s.factor(of.factors, {t, x}, Blend<T>{.identity = 1})) return false;
      of.s.solve(of.factors, of.w, of.e);
      of.q = x.q;
      of.s.retract(of.q, of.w, x.q);
      return true;
    }
    T increment_size() const { return newton_norm(NewtonNorm::max, of.w); }
    T increment_scale() const { return newton_norm(NewtonNorm::max, x.q); }
    T residual_size() const { return newton_norm(NewtonNorm::max, of.e); }
    T residual_scale() const { return increment_scale(); }
    static bool accept() { return true; }
    static StepResult failure() { return {Status::singular, 0, "projection"}; }
  };

  void project_velocities(const T& t, State& x) {  // uses the matrix of the last correction, at nearly the same q
    s.constraint_rate(t, x.q, x.v, e);
    e = -e;
    w.setZero();
    s.solve(factors, w, e);
    x.v += w;
  }

  S& s;
  typename S::template Factors<T> factors;
  NewtonIteration<T> iteration;
  Counters own;  // counts of the projection, separate from the work of the method
  typename S::V w;
  typename S::L e;
  typename S::Q q;
};

}  // namespace plumb
