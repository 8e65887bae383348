#pragma once
// Houbolt's method: the cubic polynomial through the positions of four successive times.
//
//   M(q⁺) a⁺ = f(t⁺, q⁺, v⁺) − Gᵀ λ⁺,   Φ(t⁺, q⁺) = 0
//   h² a⁺ = 2 q⁺ − 5 q + 4 q₁ − q₂,   6 h v⁺ = 11 q⁺ − 18 q + 9 q₁ − 2 q₂        q₁, q₂: one and two steps before q
//
// Source: Houbolt 1950. The order is 2, also of λ at index 3. The method is A-stable with ρ_∞ = 0 and damps low
// frequencies more than the other methods of structural dynamics: the spectral radius is 1 − (ωh)⁴/2 + O((ωh)⁶).
//
// A step is a step of Newmark's method with β = 1/2, γ = 11/12 from a velocity and an acceleration that contain the
// known positions. The positions before the first step come from the accelerations of the index-1 equations at −h and
// −2h, which are interpolated linearly in time; their errors are O(h⁴).
//
// Memory: that of Newmark's method (a twice and λ), q₁, q₂. Cost: the same as a step of Newmark's method.

#include "methods/single-step/generalized_alpha.hpp"

namespace plumb {

template <class S>
class Houbolt {
 public:
  using T = typename S::Scalar;
  using V = typename S::V;
  using Q = typename S::Q;
  using State = typename S::State;

  Houbolt(S& system, const MethodOptions& options)
      : s(system),
        newmark(system, options, {.beta = T(1) / 2, .gamma = T(11) / 12}),
        from(zero_state(system)),
        past(from.q),
        one(from.v),
        two(from.v),
        store(Vec<T>::Zero(static_cast<Eigen::Index>(newmark.memory().size()) + 2 * system.sizes().q)) {}

  StepResult start(const T& t, const T& h, State& x) {
    if (!s.vector_space()) return {Status::unsupported, 0, "needs coordinates in a vector space"};
    if (const auto begun = newmark.start(t, h, x); begun.status != Status::ok) return begun;
    keep_newmark();
    for (const int steps : {1, 2}) {
      if (!continue_backwards(t, steps * h, x)) return {Status::singular, 0, "acceleration"};
      position(steps) = past;
    }
    return {};
  }

  StepResult step(const T& t, const T& h, State& x) {
    past = position(1);
    s.local(x.q, past, one);
    past = position(2);
    s.local(x.q, past, two);
    from.q = x.q;
    from.v = (two - 4 * one) / (2 * h);
    std::copy_n(store.data(), newmark.memory().size(), newmark.memory().begin());
    // The acceleration of the beginning: h/12 times it is what v⁺ contains beyond from.v and a⁺.
    Eigen::Map<Vec<T>>(newmark.memory().data(), one.size()) =
        (12 / h) * ((11 * h * from.v + 9 * one - 2 * two) / (6 * h) - from.v);
    if (const auto result = newmark.step(t, h, from); result.status != Status::ok) return result;
    keep_newmark();
    position(2) = position(1);
    position(1) = x.q;
    x = from;
    return {};
  }

  std::span<T> memory() { return {store.data(), static_cast<std::size_t>(store.size())}; }

 private:
  // The position one or two steps before that of the state.
  auto position(int steps) { return store.segment(store.size() - steps * past.size(), past.size()); }
  void keep_newmark() { std::ranges::copy(newmark.memory(), store.data()); }

  // Computes the position at t − k into `past`.
  bool continue_backwards(const T& t, const T& k, const State& x) {
    one = (k * k / 2) * x.a - k * x.v;
    s.retract(x.q, one, from.q);
    from.v = x.v - k * x.a;
    if (!s.acceleration(t - k, from.q, from.v, from.a, from.lambda)) return false;
    one = (k * k / 6) * (2 * x.a + from.a) - k * x.v;
    s.retract(x.q, one, past);
    return true;
  }

  S& s;
  GeneralizedAlpha<S> newmark;
  State from;  // the beginning, then the end of a step of Newmark's method
  Q past;
  V one, two;  // q₁ and q₂ in the chart around q
  Vec<T> store;

 public:
  Counters& counters = newmark.counters;
};

}  // namespace plumb
