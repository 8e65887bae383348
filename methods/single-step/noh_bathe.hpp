#pragma once
// The explicit method of Noh and Bathe: two sub-steps of lengths p h and (1−p) h.
//
//   q_p = q ⊞ (ph v + (ph)²/2 a),           a_p = g(t+ph, q_p, v + ph a),         v_p = v + ph/2 (a + a_p)
//   q⁺ = q_p ⊞ (rh v_p + (rh)²/2 a_p),      a⁺ = g(t+h, q⁺, v_p + rh a_p),        r = 1 − p
//   v⁺ = v_p + rh (q0 a + (1/2 + q1) a_p + q2 a⁺)
//   q1 = (1−2p)/(2pr),  q2 = 1/2 − p q1,  q0 = 1/2 − q1 − q2
//
// Source: Noh & Bathe 2013, Computers and Structures 129. The order is 2. Without damping the eigenvalues are complex
// up to ωh = 2/p, where their modulus has its minimum (p² − 4p + 2)/p²: 1 for p = 1/2, which is two steps of
// Störmer-Verlet, and 0 for p = 2 − √2. The method is stable up to ωh = 2/sqrt((3p−1)(1−p)).
//
// Memory: a. Cost: two evaluations of the acceleration in each step.

#include <span>

#include "contract/method.hpp"

namespace plumb {

template <class S>
class NohBathe {
 public:
  using T = typename S::Scalar;
  using V = typename S::V;
  using State = typename S::State;

  NohBathe(S& system, const MethodOptions& options)
      : s(system),
        p(options.parameters.template number<T>("p")),
        r(1 - p),
        q1((1 - 2 * p) / (2 * p * r)),
        q2(T(1) / 2 - p * q1),
        middle(zero_state(system)),
        predicted(middle.v),
        increment(middle.v),
        store(middle.v) {}

  StepResult start(const T& t, const T&, State& x) {
    if (!s.acceleration(t, x.q, x.v, x.a, x.lambda)) return singular();
    store = x.a;
    return {};
  }

  StepResult step(const T& t, const T& h, State& x) {
    const T first = p * h, second = r * h, q0 = T(1) / 2 - q1 - q2;
    increment = first * x.v + (first * first / 2) * store;
    s.retract(x.q, increment, middle.q);
    predicted = x.v + first * store;
    if (!s.acceleration(t + first, middle.q, predicted, middle.a, x.lambda)) return singular();
    middle.v = x.v + (first / 2) * (store + middle.a);
    increment = second * middle.v + (second * second / 2) * middle.a;
    s.retract(middle.q, increment, x.q);
    predicted = middle.v + second * middle.a;
    if (!s.acceleration(t + h, x.q, predicted, x.a, x.lambda)) return singular();
    x.v = middle.v + second * (q0 * store + (T(1) / 2 + q1) * middle.a + q2 * x.a);
    store = x.a;
    *counters.stages += 2;
    return {};
  }

  std::span<T> memory() { return {store.data(), static_cast<std::size_t>(store.size())}; }
  Counters counters;

 private:
  static StepResult singular() { return {Status::singular, 0, "acceleration"}; }

  S& s;
  T p, r, q1, q2;
  State middle;
  V predicted, increment, store;
};

}  // namespace plumb
