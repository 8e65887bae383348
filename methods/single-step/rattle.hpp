#pragma once
// RATTLE: velocity Verlet under constraints, on systems in minimal coordinates and on index-3 equations.
//
//   v½ = v + h/2 a,   M(q) a = f(t, q, v) − G(t, q)ᵀ λ,              q⁺ = q ⊞ h v½ with Φ(t⁺, q⁺) = 0
//   v⁺ = v½ + h/2 a⁺, M(q⁺) a⁺ = f(t⁺, q⁺, v⁺) − G(t⁺, q⁺)ᵀ λ⁺,     G(t⁺, q⁺) v⁺ + ∂Φ/∂t = 0
//
// Source: Andersen 1983; symmetric and, where M is constant and f = f(q), symplectic: Jay 1996; Hairer, Lubich & Wanner,
// Geometric Numerical Integration, section VII.1.4. Without constraints and with f = f(q) it is the Störmer-Verlet
// method; a force of the velocity is explicit in the first half and implicit in the second, as in every symmetric
// composition of a map with its adjoint.
//
// Order 2 in q and v, which satisfy the constraints at both levels; λ⁺ and a⁺ are of order 1, as each belongs to half a
// step. Stable for ωh <= 2. Memory: none. Cost: two Newton iterations in v and λ of [M Gᵀ; G 0] bordered matrices, from
// unconstrained motion.

#include "methods/newton.hpp"

namespace plumb {

template <class S>
class Rattle {
 public:
  using T = typename S::Scalar;
  using V = typename S::V;
  using L = typename S::L;
  using State = typename S::State;

  Rattle(S& system, const MethodOptions& options)
      : s(system),
        tests_residual(options.newton.test == NewtonTest::residual),
        norm(options.newton.norm),
        verdict(options.newton),
        x(zero_state(system)),
        y(x),
        r(x.v),
        force(x.v),
        phi(x.lambda) {}

  StepResult start(const T& t, const T&, State& at) {
    if (s.sizes().lambda != 0 && s.form() != Form::index3)
      return {Status::unsupported, 0, "imposes constraints at position level only"};
    if (!s.acceleration(t, at.q, at.v, at.a, at.lambda)) return {Status::singular, 0, "acceleration"};
    return {};
  }

  StepResult step(const T& t, const T& h, State& at) {
    x = at, x.a.setZero(), x.lambda.setZero();
    if (const auto result = positions(t, h); result.status != Status::ok) return result;
    y.a = x.a, y.lambda = x.lambda;
    if (const auto result = velocities(t + h, h); result.status != Status::ok) return result;
    at = y;
    *counters.stages += 2;
    return {};
  }

  std::span<T> memory() { return {}; }
  Counters counters;

 private:
  // x.a and x.lambda at t, y.q and the velocity v½ in the middle.
  StepResult positions(const T& t, const T& h) {
    s.force(t, x.q, x.v, force);
    const auto residual = [&] {
      middle = x.v + h / 2 * x.a;
      work = h * middle;
      s.retract(x.q, work, y.q);
      s.constraint(t + h, y.q, phi);
      balance(t, x);
    };
    const auto factor = [&] { return s.factor(t, x, {.mass = 1}, t + h, y.q); };
    return solve(x, h * h / 2, residual, factor, [&] { return newton_norm(norm, y.q); });
  }

  // y.v, y.a and y.lambda at t⁺ = t.
  StepResult velocities(const T& t, const T& h) {
    const auto residual = [&] {
      y.v = middle + h / 2 * y.a;
      s.force(t, y.q, y.v, force);
      s.constraint_rate(t, y.q, y.v, phi);
      balance(t, y);
    };
    const auto factor = [&] { return s.factor(t, y, {.mass = 1, .damping = h / 2}); };
    return solve(y, h / 2, residual, factor, [&] { return newton_norm(norm, y.v); });
  }

  // r = f − Gᵀλ − M a
  void balance(const T& t, const State& z) {
    s.momentum(z.q, z.a, r);
    s.reaction(t, z.q, z.lambda, work);
    r = force - r - work;
    ++*counters.residual_evaluations;
  }

  // Newton's iteration for a and λ of z: the position or velocity is `weight` times a, plus what is known.
  template <class Residual, class Factor, class Scale>
  StepResult solve(State& z, const T& weight, Residual residual, Factor factor, Scale scale) {
    using std::abs, std::max;
    auto answer = verdict.iterate;
    for (verdict.restart(); answer == verdict.iterate;) {
      residual();
      if (tests_residual) answer = verdict.judge(newton_norm(norm, r, phi), newton_norm(norm, force, y.q), "residual");
      if (answer != verdict.iterate) break;
      if (!factor()) return {Status::singular, 0, "iteration matrix"};
      phi /= -weight;
      s.solve(r, phi);
      z.a += r, z.lambda += phi;
      ++*counters.newton_iterations;
      if (tests_residual) continue;
      const T size = abs(weight), summands = max(scale(), T(size * newton_norm(norm, z.a)));  // h < 0 backwards
      answer = verdict.judge(size * newton_norm(norm, r), summands, "change of the position or velocity");
      if (answer == verdict.converged) residual();
    }
    if (answer == verdict.converged) return {};
    ++*counters.newton_failures;
    return verdict.result();
  }

  S& s;
  bool tests_residual;
  NewtonNorm norm;
  NewtonVerdict<T> verdict;
  State x, y;  // the beginning and the end of the step
  V r, force, middle = r, work = r;
  L phi;
};

}  // namespace plumb
