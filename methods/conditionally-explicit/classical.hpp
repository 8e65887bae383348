#pragma once
// Classical central differences, with their cancellation.
//
//   x⁺ = 2x − x⁻ + h² g(v, x, t),   v = (x⁺ − x⁻)/(2h),   a = (x⁺ − 2x + x⁻)/h²
//   start: x(t0 + h) = x0 + h v0 + h²/2 a0
//
// Source: fernandez2024, eqs. (4)-(7), solved for the acceleration. If g depends on v the step is implicit in a: v = (x
// − x⁻)/h + h/2 a.
//
// Memory: x⁺. Cost: one evaluation of g in each step if g does not depend on v.

#include "methods/conditionally-explicit/implicit_acceleration.hpp"

namespace plumb {

template <class S>
class ClassicalCentralDifferences {
 public:
  using T = typename S::Scalar;
  using V = typename S::V;
  using State = typename S::State;

  ClassicalCentralDifferences(S& system, const MethodOptions& options)
      : s(system),
        implicit(system, options),
        before(zero_state(system).q),
        a(implicit.u),
        next(Vec<T, V::RowsAtCompileTime>::Zero(system.sizes().v)) {}

  StepResult start(const T& t, const T& h, State& x) {
    if (!s.vector_space())
      return {Status::unsupported, 0,
              "needs coordinates in a vector space, because it carries derivatives of the acceleration"};
    if (s.velocity_dependent())
      if (const auto fit = implicit.fitness(); fit.status != Status::ok) return fit;
    if (!s.acceleration(t, x.q, x.v, x.a, x.lambda)) return {Status::singular, 0, "acceleration"};
    next = x.q + h * x.v + h * h / 2 * x.a;
    return {};
  }

  StepResult step(const T& t, const T& h, State& x) {
    before = x.q;
    x.q = next;
    if (s.velocity_dependent()) {
      implicit.bv = (x.q - before) / h;
      implicit.ba.setZero();
      implicit.b1 = h / 2;
      implicit.b2 = 1;
      implicit.u = (implicit.bv - x.v) * (2 / h);
      const auto result = implicit.solve(t + h, x.q, x.lambda, counters);
      if (result.status != Status::ok) return result;
      a = implicit.a;
    } else if (!s.acceleration(t + h, x.q, x.v, a, x.lambda)) {
      return {Status::singular, 0, "acceleration"};
    }
    next = 2 * x.q - before + h * h * a;
    x.v = (next - before) / (2 * h);
    x.a = (next - 2 * x.q + before) / (h * h);
    ++*counters.stages;
    return {};
  }

  std::span<T> memory() { return {next.data(), static_cast<std::size_t>(next.size())}; }
  Counters counters;

 private:
  S& s;
  ImplicitAcceleration<S> implicit;
  typename S::Q before;
  V a, next;
};

}  // namespace plumb
