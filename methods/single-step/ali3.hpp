#pragma once
// The trapezoidal rule on index-3 equations with projections of velocities and accelerations after each step, known as
// the augmented Lagrangian formulation of index 3 (ALI3).
//
//   M(q⁺) a* + Gᵀ λ* = f(t⁺, q⁺, v*),   Φ(t⁺, q⁺) = 0                  Newmark's method with β = 1/4, γ = 1/2
//   P δ + Gᵀ σ = 0,   G δ = −(G v* + ∂Φ/∂t)                            v⁺ = v* + δ
//   P ε + Gᵀ τ = 0,   G ε = −Φ''(t⁺, q⁺, v⁺, a*)                       a⁺ = a* + ε,   λ⁺ = λ* + τ
//
// with P = M − h/2 D − h²/4 K. The sources iterate λ ← λ + α Φ together with Newton's iteration, and project with a
// penalty α. In the limit both satisfy the equations above, which are solved directly here, without a penalty.
//
// Without projections λ of the trapezoidal rule oscillates at index 3 with an amplitude that grows in time and does not
// fall with h, unless the motion begins at rest. The next step starts from the projected accelerations, and τ corrects
// λ*, whose error is O(h): q, v, a and λ have order 2.
//
// Sources: Cuadrado, Cardenal & Bayo 1997; Dopico et al. 2014, where τ enters the reactions. Memory: a (twice, also as
// w of generalized_alpha.hpp) and λ. Cost: the iteration of newmark, a factorisation and two solves.

#include "methods/single-step/generalized_alpha.hpp"

namespace plumb {

template <class S>
class Ali3 {
 public:
  using T = typename S::Scalar;
  using State = typename S::State;

  Ali3(S& system, const MethodOptions& options)
      : s(system),
        rule(system, options, AlphaWeights<T>{.beta = T(1) / 4, .gamma = T(1) / 2}),
        factors(system.template factors<T>()),
        change(zero_state(system).v),
        row(zero_state(system).lambda) {}

  StepResult start(const T& t, const T& h, State& x) { return rule.start(t, h, x); }

  StepResult step(const T& t, const T& h, State& x) {
    const auto result = rule.step(t, h, x);
    counters = rule.counters;
    if (result.status != Status::ok || x.lambda.size() == 0) return result;
    if (!s.factor(factors, {t + h, x}, Blend<T>{.mass = 1, .damping = h / 2, .stiffness = h * h / 4}))
      return {Status::singular, 0, "matrix of the projections"};
    project(t + h, x);
    remember(x);
    return result;
  }

  std::span<T> memory() { return rule.memory(); }
  Counters counters;

 private:
  void project(const T& t, State& x) {
    s.constraint_rate(t, x.q, x.v, row);
    solve();
    x.v += change;
    s.constraint_acceleration(t, x.q, x.v, x.a, row);
    solve();
    x.a += change;
    x.lambda += row;
  }
  // Computes the change of v or a that makes the residual in `row` zero, and replaces `row` by the multipliers.
  void solve() {
    row = -row;
    change.setZero();
    s.solve(factors, change, row);
  }
  // The rule starts the next step from a, and its iteration from w = a and λ.
  void remember(const State& x) {
    auto* to = rule.memory().data();
    for (const auto* part : {&x.a, &x.a}) to = std::copy(part->begin(), part->end(), to);
    std::copy(x.lambda.begin(), x.lambda.end(), to);
  }

  S& s;
  GeneralizedAlpha<S> rule;
  typename S::template Factors<T> factors;
  typename S::V change;
  typename S::L row;
};

}  // namespace plumb
