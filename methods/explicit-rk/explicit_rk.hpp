#pragma once
// Explicit Runge-Kutta methods on the index-1 equations, of Munthe-Kaas type on manifolds.
//
//   θ_i = h Σ_j a_ij k_j,  q_i = q ⊞ θ_i,  v_i = v + h Σ_j a_ij v'_j,  k_i = θ'(θ_i, v_i)
//   q⁺ = q ⊞ h Σ_i b_i k_i,  v⁺ = v + h Σ_i b_i v'_i
//
// Source: Munthe-Kaas 1998, BIT 38, algorithm 1; on vector spaces k_i = v_i and the method is the classical one.
// No memory. One evaluation of the acceleration a stage.

#include "methods/explicit-rk/table.hpp"

namespace plumb {

template <class S, class Table>
class ExplicitRk {
 public:
  using T = typename S::Scalar;
  using V = typename S::V;
  using State = typename S::State;

  ExplicitRk(S& system, const MethodOptions&, Table tableau)
      : s(system), table(std::move(tableau)), y(zero_state(system)), theta(y.v), kq(table.per_stage(y.v)), kv(kq) {}

  StepResult start(const T& t, const T&, State& x) {
    if (!s.acceleration(t, x.q, x.v, x.a, x.lambda)) return {Status::singular, 0, "acceleration"};
    return {};
  }

  StepResult step(const T& t, const T& h, State& x) {
    bool regular = true;
    table.each([&](auto i) { regular = regular && stage(i, t, h, x); });
    if (!regular) return {Status::singular, 0, "acceleration"};
    bool empty = true;
    table.each([&](auto i) {
      if (table.has_b(i)) add(table.b(i), index(i), empty);
    });
    theta *= h;
    x.v += h * y.v;
    y.q = x.q;
    s.retract(y.q, theta, x.q);
    *counters.stages += table.stages;
    return {};
  }

  std::span<T> memory() { return {}; }
  Counters counters;

 private:
  static constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }

  // k_i and v'_i; `i` is a number, or a type that is one where the tableau is known to the compiler.
  template <class Index>
  bool stage(Index i, const T& t, const T& h, const State& x) {
    bool empty = true;
    table.each_before(i, [&](auto j) {
      if (table.has_a(i, j)) add(table.a(i, j), index(j), empty);
    });
    if (empty) {
      theta.setZero();
      y.v = x.v;
    } else {
      theta *= h;
      y.v = x.v + h * y.v;
    }
    s.retract(x.q, theta, y.q);
    if (!s.acceleration(t + table.c(i) * h, y.q, y.v, kv[index(i)], y.lambda)) return false;
    s.chart_rate(x.q, theta, y.v, kq[index(i)]);
    return true;
  }

  // Adds a rate to the sums in theta and y.v; the first one begins them, which spares an addition to zero.
  void add(const T& weight, std::size_t j, bool& empty) {
    if (empty) {
      theta = weight * kq[j];
      y.v = weight * kv[j];
    } else {
      theta += weight * kq[j];
      y.v += weight * kv[j];
    }
    empty = false;
  }

  S& s;
  Table table;
  State y;                                      // stage
  V theta;                                      // increment in the chart
  typename Table::template PerStage<V> kq, kv;  // stage rates in the chart, accelerations
};

}  // namespace plumb
