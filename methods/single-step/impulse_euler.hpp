#pragma once
// Semi-implicit Euler with impulses on velocities, as in physics engines for robotics and games, but without contact.
//
//   M(q) (v⁺ − v) = h f(t, q, v) − h G(t, q)ᵀ λ + h D (v⁺ − v)                 D = ∂f/∂v, if damping=implicit
//   G(t, q) v⁺ + ∂Φ/∂t = −(erp/h) Φ(t, q),   q⁺ = q ⊞ h v⁺
//
// The error reduction parameter erp, the ERP of Smith, pulls positions back: Φ⁺ = (1 − erp) Φ + O(h²), so Φ stays near
// h²/(2 erp) times the curvature of the constraint; with erp = 0 it drifts. The implicit damping is as in MuJoCo's
// integrator implicitfast. Order 1 in q and v; λ belongs to the beginning of the step.
//
// Sources: Smith, Open Dynamics Engine, User Guide, 2006, section 3.7; Baumgarte 1972 for the pull; MuJoCo
// documentation, Computation, Numerical integration. Memory: none. Cost: a force, a factorisation, a solve.

#include <span>

#include "contract/method.hpp"
#include "contract/system.hpp"

namespace plumb {

template <class S>
class ImpulseEuler {
 public:
  using T = typename S::Scalar;
  using State = typename S::State;

  ImpulseEuler(S& system, const MethodOptions& options)
      : s(system),
        erp(options.parameters.template number<T>("erp")),
        has_implicit_damping(options.parameters.is("damping", "implicit")),
        factors(system.template factors<T>()),
        at(zero_state(system)),
        no_turn(at.v),
        increment(at.v),
        phi(at.lambda) {}

  StepResult start(const T& t, const T&, State& x) {
    if (s.sizes().lambda != 0 && s.form() != Form::index2)
      return {Status::unsupported, 0, "supports constraints at velocity level only"};
    if (!s.acceleration(t, x.q, x.v, x.a, x.lambda)) return {Status::singular, 0, "acceleration"};
    return {};
  }

  StepResult step(const T& t, const T& h, State& x) {
    at.q = x.q;
    at.v = x.v;
    if (!s.factor(factors, {t, at}, Blend<T>{.mass = 1, .damping = has_implicit_damping ? h : T(0)}))
      return {Status::singular, 0, "bordered matrix"};
    s.force(t, at.q, at.v, x.a);
    s.constraint_rate(t, at.q, at.v, x.lambda);
    s.constraint(t, at.q, phi);
    x.lambda = -(x.lambda + erp / h * phi) / h;
    s.solve(factors, x.a, x.lambda);
    x.v = at.v + h * x.a;
    s.chart_rate(at.q, no_turn, x.v, increment);
    increment *= h;
    s.retract(at.q, increment, x.q);
    *counters.stages += 1;
    return {};
  }

  std::span<T> memory() { return {}; }
  Counters counters;

 private:
  S& s;
  T erp;
  bool has_implicit_damping;
  typename S::template Factors<T> factors;
  State at;
  typename S::V no_turn, increment;
  typename S::L phi;
};

}  // namespace plumb
