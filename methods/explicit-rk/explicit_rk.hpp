#pragma once
// Explicit Runge-Kutta methods on the index-1 equations, of Munthe-Kaas type on manifolds.
//
//   θ_i = h Σ_j a_ij k_j,  q_i = q ⊞ θ_i,  v_i = v + h Σ_j a_ij v'_j,  k_i = θ'(θ_i, v_i)
//   q⁺ = q ⊞ h Σ_i b_i k_i,  v⁺ = v + h Σ_i b_i v'_i
//
// Source: Munthe-Kaas 1998, BIT 38, algorithm 1; on vector spaces k_i = v_i and the method is the classical one.
// No memory. One evaluation of the acceleration a stage.

#include "methods/explicit-rk/tableau.hpp"

namespace plumb {

/// A tableau known at compile time: loops unroll and zeros vanish.
template <class T, const auto& tableau>
struct FixedTableau {
  static constexpr int stages = std::remove_cvref_t<decltype(tableau)>::stages;
  static constexpr bool has_a(int i, int j) {
    return !tableau.a[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)].is_zero();
  }
  static constexpr bool has_b(int i) { return !tableau.b[static_cast<std::size_t>(i)].is_zero(); }
  const T& a(int i, int j) const { return values.a[static_cast<std::size_t>(i * stages + j)]; }
  const T& b(int i) const { return values.b[static_cast<std::size_t>(i)]; }
  const T& c(int i) const { return values.c[static_cast<std::size_t>(i)]; }

 private:
  Coefficients<T> values{tableau};
};

/// A tableau known at run time: one instantiation serves every method that comes as data.
template <class T>
struct RuntimeTableau {
  Coefficients<T> values;
  int stages = values.stages;
  bool has_a(int i, int j) const { return a(i, j) != 0; }
  bool has_b(int i) const { return b(i) != 0; }
  const T& a(int i, int j) const { return values.a[static_cast<std::size_t>(i * stages + j)]; }
  const T& b(int i) const { return values.b[static_cast<std::size_t>(i)]; }
  const T& c(int i) const { return values.c[static_cast<std::size_t>(i)]; }
};

template <class S, class Table>
class ExplicitRk {
 public:
  using T = typename S::Scalar;
  using V = typename S::V;
  using State = typename S::State;

  ExplicitRk(S& system, const MethodOptions&, Table tableau)
      : s(system),
        table(std::move(tableau)),
        y(zero_state(system)),
        theta(y.v),
        kq(static_cast<std::size_t>(table.stages), y.v),
        kv(kq) {}

  StepResult start(const T& t, const T&, State& x) {
    if (!s.acceleration(t, x.q, x.v, x.a, x.lambda)) return {Status::singular, 0, "acceleration"};
    return {};
  }

  StepResult step(const T& t, const T& h, State& x) {
    for (int i = 0; i < table.stages; ++i) {
      theta.setZero(), y.v.setZero();
      for (int j = 0; j < i; ++j) {
        if (!table.has_a(i, j)) continue;
        theta += table.a(i, j) * kq[index(j)];
        y.v += table.a(i, j) * kv[index(j)];
      }
      theta *= h, y.v = x.v + h * y.v;
      s.retract(x.q, theta, y.q);
      if (!s.acceleration(t + table.c(i) * h, y.q, y.v, kv[index(i)], y.lambda))
        return {Status::singular, 0, "acceleration"};
      s.chart_rate(theta, y.v, kq[index(i)]);
    }
    theta.setZero(), y.v.setZero();
    for (int i = 0; i < table.stages; ++i) {
      if (!table.has_b(i)) continue;
      theta += table.b(i) * kq[index(i)];
      y.v += table.b(i) * kv[index(i)];
    }
    theta *= h, x.v += h * y.v;
    y.q = x.q;
    s.retract(y.q, theta, x.q);
    *counters.stages += table.stages;
    return {};
  }

  std::span<T> memory() { return {}; }
  Counters counters;

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }

  S& s;
  Table table;
  State y;                // stage
  V theta;                // increment in the chart
  std::vector<V> kq, kv;  // stage rates in the chart, accelerations
};

}  // namespace plumb
