#pragma once
// Explicit Runge-Kutta methods on the index-1 equations, of Munthe-Kaas type on manifolds.
//
//   θ_i = h Σ_j a_ij k_j,  q_i = q ⊞ θ_i,  v_i = v + h Σ_j a_ij v'_j,  k_i = θ'(θ_i, v_i)
//   q⁺ = q ⊞ h Σ_i b_i k_i,  v⁺ = v + h Σ_i b_i v'_i
//
// Source: Munthe-Kaas 1998, BIT 38, algorithm 1; on vector spaces k_i = v_i and the method is the classical one.
// Memory: none. Cost: one evaluation of the acceleration for each stage.

#include "methods/explicit-rk/table.hpp"

namespace plumb {

template <class S, class Table>
class ExplicitRk {
 public:
  using T = typename S::Scalar;
  using V = typename S::V;
  using State = typename S::State;

  ExplicitRk(S& system, const MethodOptions&, Table tableau)
      : s(system),
        flat(system.vector_space()),
        table(std::move(tableau)),
        y(zero_state(system)),
        theta(y.v),
        kq(table.per_stage(y.v)),
        kv(kq) {}

  StepResult start(const T& t, const T&, State& x) {
    if (!s.acceleration(t, x.q, x.v, x.a, x.lambda)) return {Status::singular, 0, "acceleration"};
    return {};
  }

  StepResult step(const T& t, const T& h, State& x) {
    if constexpr (Table::unrolls)
      return take(t, h, x);
    else
      return take_without_calls(t, h, x);
  }

  std::span<T> memory() { return {}; }
  Counters counters;

 private:
  // Inlines all calls in a stage, which cost as much as the rest of the stage. Unrolling the stages too would take long
  // to compile.
  [[gnu::flatten]] StepResult take_without_calls(const T& t, const T& h, State& x) { return take(t, h, x); }

  StepResult take(const T& t, const T& h, State& x) {
    bool regular = true;
    table.each_stage([&](auto i) { regular = regular && stage(i, t, h, x); });
    if (!regular) return {Status::singular, 0, "acceleration"};
    if (!flat) y.q = x.q;
    advance(table.weights, h, flat ? x.q : y.q, x.v, x.q, x.v);
    *counters.stages += table.stages;
    return {};
  }

  using Q = typename S::Q;
  static constexpr bool may_be_flat = Q::RowsAtCompileTime == V::RowsAtCompileTime;
  static constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }

  // Computes k_i and v'_i; `i` is a number, or a compile-time constant if the tableau is one.
  template <class Index>
  bool stage(Index i, const T& t, const T& h, const State& x) {
    V& v = flat ? kq[index(i)] : y.v;
    advance(i, h, x.q, x.v, y.q, v);
    if (!s.acceleration(t + table.c(i) * h, y.q, v, kv[index(i)], y.lambda)) return false;
    if (!flat) s.chart_rate(x.q, theta, y.v, kq[index(i)]);
    return true;
  }

  // Computes q ⊞ h Σ_j a_ij k_j and v + h Σ_j a_ij v'_j.
  template <class Row>
  void advance(Row i, const T& h, const Q& q, const V& v, Q& q_next, V& v_next) {
    if constexpr (may_be_flat)
      if (flat) {
        const auto move = [&](const T& w, const auto& rate, const auto& acceleration, auto entries) {
          entries(v_next) = entries(v) + (w * h) * acceleration;
          entries(q_next) = entries(q) + (w * h) * rate;
        };
        if (table.combine(i, kq, kv, move)) return;
        q_next = q;
        v_next = v;
        return;
      }
    const auto move = [&](const T& w, const auto& rate, const auto& acceleration, auto entries) {
      entries(theta) = (w * h) * rate;
      entries(v_next) = entries(v) + (w * h) * acceleration;
    };
    if (!table.combine(i, kq, kv, move)) {
      theta.setZero();
      v_next = v;
    }
    s.retract(q, theta, q_next);
  }

  S& s;
  const bool flat;  // whether configurations are a vector space: ⊞ is +, and k_i is the velocity of the stage
  Table table;
  State y;                                      // state of a stage
  V theta;                                      // increment in the chart
  typename Table::template PerStage<V> kq, kv;  // rates in the chart and accelerations of the stages
};

}  // namespace plumb
