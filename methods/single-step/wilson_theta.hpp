#pragma once
// Wilson's θ-method: the acceleration is linear in time over a step of length θ h, and the state at h follows from it.
//
//   a_θ: Newmark's method with β = 1/6, γ = 1/2 from t to t + θh
//   a⁺ = a + (a_θ − a)/θ,   v⁺ = v + h/2 (a + a⁺),   q⁺ = q ⊞ (h v + h²/6 (2a + a⁺))
//
// Source: Bathe & Wilson 1973, there for linear systems, whose loads are continued linearly to t + θh. Here
// the forces of the equations are evaluated at t + θh. The order is 2. The method is A-stable for
// θ >= (1+√3)/2 = 1.366.
//
// Memory: a. Cost: the same as a step of Newmark's method.

#include "methods/single-step/generalized_alpha.hpp"

namespace plumb {

template <class S>
class WilsonTheta {
 public:
  using T = typename S::Scalar;
  using V = typename S::V;
  using State = typename S::State;

  WilsonTheta(S& system, const MethodOptions& options)
      : s(system),
        theta(options.parameters.template number<T>("theta")),
        newmark(system, options, {.beta = T(1) / 6, .gamma = T(1) / 2}),
        end(zero_state(system)),
        a(end.v),
        increment(end.v) {}

  StepResult start(const T& t, const T& h, State& x) { return newmark.start(t, theta * h, x); }

  StepResult step(const T& t, const T& h, State& x) {
    a = known_acceleration();
    end = x;
    if (const auto result = newmark.step(t, theta * h, end); result.status != Status::ok) {
      known_acceleration() = a;
      return result;
    }
    x.a = a + (end.a - a) / theta;
    increment = h * x.v + (h * h / 6) * (2 * a + x.a);
    end.q = x.q;
    s.retract(end.q, increment, x.q);
    x.v += (h / 2) * (a + x.a);
    keep(x.a);
    return {};
  }

  std::span<T> memory() { return newmark.memory(); }

 private:
  // The memory of Newmark's method begins with a and the acceleration w of the equilibrium, which are equal.
  auto known_acceleration() { return Eigen::Map<Vec<T>>(newmark.memory().data(), end.v.size()); }
  void keep(const V& acceleration) {
    const auto kept = newmark.memory();
    for (Eigen::Index i = 0; i < acceleration.size(); ++i)
      kept[static_cast<std::size_t>(i)] = kept[static_cast<std::size_t>(i + acceleration.size())] = acceleration[i];
  }

  S& s;
  T theta;
  GeneralizedAlpha<S> newmark;
  State end;
  V a, increment;

 public:
  Counters& counters = newmark.counters;
};

}  // namespace plumb
