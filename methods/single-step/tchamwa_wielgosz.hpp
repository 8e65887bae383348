#pragma once
// The explicit dissipative method of Tchamwa and Wielgosz.
//
//   q⁺ = q ⊞ (h v + φ h² a),   v⁺ = v + h a,   a⁺ = g(t⁺, q⁺, v⁺)
//
// Source: Tchamwa, Conway & Wielgosz 1999; Mahéo, Grolleau & Rio 2013 for its properties. The order is 1. Without
// damping the determinant of a step is 1 − (φ−1)(ωh)², and the method is stable up to ωh = 2/sqrt(2φ−1). φ = 1 is the
// symplectic Euler method, and φ slightly above 1 damps high frequencies.
//
// Memory: a. Cost: one evaluation of the acceleration in each step.

#include <span>

#include "contract/method.hpp"

namespace plumb {

template <class S>
class TchamwaWielgosz {
 public:
  using T = typename S::Scalar;
  using V = typename S::V;
  using State = typename S::State;

  TchamwaWielgosz(S& system, const MethodOptions& options)
      : s(system),
        phi(options.parameters.template number<T>("phi")),
        q(zero_state(system).q),
        increment(zero_state(system).v),
        store(increment) {}

  StepResult start(const T& t, const T&, State& x) {
    if (!s.acceleration(t, x.q, x.v, x.a, x.lambda)) return {Status::singular, 0, "acceleration"};
    store = x.a;
    return {};
  }

  StepResult step(const T& t, const T& h, State& x) {
    increment = h * x.v + (phi * h * h) * store;
    q = x.q;
    s.retract(q, increment, x.q);
    x.v += h * store;
    if (!s.acceleration(t + h, x.q, x.v, x.a, x.lambda)) return {Status::singular, 0, "acceleration"};
    store = x.a;
    ++*counters.stages;
    return {};
  }

  std::span<T> memory() { return {store.data(), static_cast<std::size_t>(store.size())}; }
  Counters counters;

 private:
  S& s;
  T phi;
  typename S::Q q;
  V increment, store;
};

}  // namespace plumb
