#pragma once
// The Störmer-Verlet method in velocity form, for accelerations that do not depend on the velocity.
//
//   q⁺ = q ⊞ (h v + h²/2 a),   v⁺ = v + h/2 (a + a⁺),   a = g(t, q)
//
// Source: Verlet 1967, Phys. Rev. 159; velocity form of Hairer, Lubich & Wanner, Acta Numerica 12 (2003), eq. (1.5). It
// has order 2, is symplectic and symmetric, and is stable for ωh <= 2.
//
// Memory: a. Cost: one evaluation of the acceleration in each step.

#include "contract/method.hpp"

namespace plumb {

template <class S>
class StormerVerlet {
 public:
  using T = typename S::Scalar;
  using V = typename S::V;
  using State = typename S::State;

  StormerVerlet(S& system, const MethodOptions&)
      : s(system), q(zero_state(system).q), increment(zero_state(system).v), store(increment) {}

  StepResult start(const T& t, const T&, State& x) {
    if (s.velocity_dependent())
      return {Status::unsupported, 0, "needs an acceleration that does not depend on the velocity"};
    if (!s.acceleration(t, x.q, x.v, x.a, x.lambda)) return {Status::singular, 0, "acceleration"};
    store = x.a;
    return {};
  }

  StepResult step(const T& t, const T& h, State& x) {
    x.v += h / 2 * store;  // velocity at the midpoint of the step
    increment = h * x.v;
    q = x.q;
    s.retract(q, increment, x.q);
    if (!s.acceleration(t + h, x.q, x.v, x.a, x.lambda)) return {Status::singular, 0, "acceleration"};
    x.v += h / 2 * x.a;
    store = x.a;
    ++*counters.stages;
    return {};
  }

  std::span<T> memory() { return {store.data(), static_cast<std::size_t>(store.size())}; }
  Counters counters;

 private:
  S& s;
  typename S::Q q;
  V increment, store;
};

}  // namespace plumb
