#pragma once
// The conditionally explicit family: central differences generalised to higher derivatives.
//
// u is the derivative of order m = degree − 1 (a, j, s for degree 3, 4, 5), and d_k are the lower derivatives (d_1 = v,
// d_2 = a, d_3 = j); a suffix − is the value at t − h, + at t + h:
//
//   x⁺  = x + Σ_{i=1}^{m-1} hⁱ/i! d_i + hᵐ/m! [α u + (1−α) u⁻]
//   d_k = Σ_{i=k}^{m-1} h^{i-k}/(i-k)! d_i⁻ + h^{m-k}/(m-k)! [θ_k u + (1−θ_k) u⁻]      (θ_1, θ_2, θ_3) = (β, γ, ζ)
//   d_2 = g(v, x, t)
//
// The last equation determines u: explicitly if g does not depend on v, otherwise by fixed-point or Newton iteration
// with v = b_v + b_1 u and a = b_a + b_2 u.
// Source: fernandez2024, eqs. (19)-(21), (40)-(43), (68)-(72).
//
// Memory: d_2 .. d_{m-1}, u, u⁻. Cost: one evaluation of g in each step if g does not depend on v.

#include "methods/conditionally-explicit/differences.hpp"
#include "methods/conditionally-explicit/implicit_acceleration.hpp"

namespace plumb {

template <int m, class S>
class ConditionallyExplicit {
  static_assert(m >= 2 && m <= 4);

 public:
  using T = typename S::Scalar;
  using V = typename S::V;
  using State = typename S::State;

  ConditionallyExplicit(S& system, const MethodOptions& options)
      : s(system),
        weights(options.parameters),
        accurate_start(options.parameters.is("start", "accurate")),
        left(options.parameters.is("sum", "left")),
        implicit(system, options),
        u(implicit.u),
        a(u),
        store(Mat<T, V::RowsAtCompileTime, m>::Zero(system.sizes().v, m)) {}

  /// The paper starts with d_3 = … = u = 0 at t0 (u = a for degree 3); the accurate start computes the derivatives by
  /// differences.
  StepResult start(const T& t, const T& h, State& x) {
    if (!s.vector_space())
      return {Status::unsupported, 0,
              "needs coordinates in a vector space, because it carries derivatives of the acceleration"};
    if (s.velocity_dependent())
      if (const auto fit = implicit.fitness(); fit.status != Status::ok) return fit;
    if (!s.acceleration(t, x.q, x.v, x.a, x.lambda)) return {Status::singular, 0, "acceleration"};
    store.setZero();
    store.col(0) = x.a;
    if constexpr (m == 2) top_before() = x.a;
    if (accurate_start) {
      AccelerationDifferences<S> differences(s, t, h, x);
      if (!differences.regular()) return {Status::singular, 0, "accelerations near the initial time"};
      for (int k = 2; k <= m; ++k) store.col(k - 2) = differences.derivative(k - 2, 0);
      top_before() = differences.derivative(m - 2, -1);
    }
    return {};
  }

  StepResult step(const T& t, const T& h, State& x) {
    weights.prepare(h);
    advance_position(x);
    if (s.velocity_dependent()) {
      split(x);
      const auto result = implicit.solve(t + h, x.q, x.lambda, counters);
      if (result.status != Status::ok) return result;
      u = implicit.u;
      a = implicit.a;
    } else {
      if (!s.acceleration(t + h, x.q, x.v, a, x.lambda)) return {Status::singular, 0, "acceleration"};
      solve_explicitly();
    }
    advance_derivatives(x);
    ++*counters.stages;
    return {};
  }

  std::span<T> memory() { return {store.data(), static_cast<std::size_t>(store.size())}; }
  Counters counters;

 private:
  auto d(int k) { return store.col(k - 2); }      // derivative d_k, 2 <= k < m
  auto top() { return store.col(m - 2); }         // highest derivative u, at t
  auto top_before() { return store.col(m - 1); }  // highest derivative u⁻, at t − h

  // Computes x⁺. Either the increment is summed first, or all terms from left to right; the rounding limits differ by
  // orders of magnitude.
  void advance_position(State& x) {
    const auto& w = weights;
    const auto below = [&](auto i) { return w.power[static_cast<std::size_t>(i)] * d(i); };
    const auto newest = w.power[m] * (w.alpha * top() + (1 - w.alpha) * top_before());
    if (left)
      x.q = add_terms<2, m - 2>(x.q + w.power[1] * x.v, below) + newest;
    else
      x.q += add_terms<2, m - 2>(w.power[1] * x.v, below) + newest;
  }

  // Solves for u at t + h if d_2 = a is known (− means at t): u = ((a − a⁻ − h j⁻ …) (m-2)!/h^{m-2} − (1−γ) u⁻)/γ.
  void solve_explicitly() {
    const auto& w = weights;
    if constexpr (m == 2) {
      u = a;
    } else {
      const auto change =
          add_terms<3, m - 3>(a - d(2), [&](auto i) { return -(w.power[static_cast<std::size_t>(i - 2)] * d(i)); });
      u = (change / w.power[m - 2] - (1 - w.theta[2]) * top()) / w.theta[2];
    }
  }

  void split(const State& x) {  // known terms b_v, b_a of v = b_v + b_1 u and a = b_a + b_2 u
    const auto& w = weights;
    implicit.bv = add_higher<1>(w.past[1] * top(), w, store) + x.v;
    if constexpr (m > 2)
      implicit.ba = add_higher<2>(w.past[2] * top(), w, store) + d(2);
    else
      implicit.ba.setZero();
    implicit.u = top();
    implicit.b1 = w.b1;
    implicit.b2 = w.b2;
  }

  // Advances v and the derivatives below u from their values at t; `a` and `u` are the values at t + h.
  void advance_derivatives(State& x) {
    const auto& w = weights;
    x.v += add_higher<1>(w.now[1] * u + w.past[1] * top(), w, store);
    if constexpr (m > 3) d(3) += w.now[3] * u + w.past[3] * top();
    if constexpr (m > 2) d(2) = a;
    top_before() = top();
    top() = u;
    x.a = a;
  }

  S& s;
  FamilyWeights<T, m> weights;
  bool accurate_start, left;
  ImplicitAcceleration<S> implicit;
  V u, a;
  Mat<T, V::RowsAtCompileTime, m> store;
};

}  // namespace plumb
