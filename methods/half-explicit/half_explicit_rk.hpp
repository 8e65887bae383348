#pragma once
// Half-explicit Runge-Kutta methods on the equations of index 2: stages are explicit, and the multipliers of each stage
// follow from a constraint on velocities at a later point. Nothing is iterated, and no derivative of G is needed.
//
//   q_i = q ⊞ h Σ_{j<i} a_ij k_j,    v_i = v + h Σ_{j<i} a_ij v'_j,    k_i = θ'(θ_i, v_i)
//   M(q_i) v'_i = f(t_i, q_i, v_i) − G(t_i, q_i)ᵀ λ_i
//   0 = G(t̂_i, q̂_i) v̂_i + ∂Φ/∂t,    q̂_i = q ⊞ h Σ_{j≤i} â_ij k_j,    v̂_i = v + h Σ_{j≤i} â_ij v'_j
//   q⁺ = q ⊞ h Σ b_j k_j,    v⁺ = v + h Σ b_j v'_j
//
// The rows â_i are a_{i+1}, and b after the last stage, in HEM3 and HEM4; HEDOP5 has one row of its own, PHEM56 five.
// The last two keep v'_1 and λ_1 from the last stage of the step before, which is at (q⁺, v⁺): so λ is of order 4, and
// they need a consistent start. λ of HEM3 and HEM4 is that of the index-1 equations at the end of the step, because that
// of their last stage has order 2 only.
//
// On rotations, stages are increments θ_i in a chart around q, as those of explicit methods (Munthe-Kaas).
//
// Sources: Brasey & Hairer 1993; Arnold & Murua 1998; Murua 1997; Hairer & Wanner, Solving ODEs II, section VII.6.
// Memory: v' and λ of the last stage, of methods that keep them. Cost: for each stage that is not kept a force, a
// factorisation of [M Gᵀ; Ĝ 0] and a solve; and for the end of HEM3 and HEM4 one acceleration.

#include <span>

#include "contract/method.hpp"
#include "contract/system.hpp"
#include "methods/half-explicit/coefficients.hpp"

namespace plumb {

template <class S>
class HalfExplicitRk {
 public:
  using T = typename S::Scalar;
  using Q = typename S::Q;
  using V = typename S::V;
  using L = typename S::L;
  using State = typename S::State;

  HalfExplicitRk(S& system, const MethodOptions&, const HalfExplicitData& data)
      : s(system),
        table(data),
        factors(system.template factors<T>()),
        y(zero_state(system)),
        at_constraint(y.q),
        theta(y.v),
        velocity(y.v),
        rates(table.stages(), y.v),
        accelerations(table.stages(), y.v),
        phi(y.lambda),
        store(Vec<T>::Zero(data.keeps_first_stage ? system.sizes().v + system.sizes().lambda : 0)) {}

  StepResult start(const T& t, const T&, State& x) {
    const bool is_free = s.sizes().lambda == 0;
    if (!is_free && s.form() != Form::index2)
      return {Status::unsupported, 0, "imposes constraints at velocity level only"};
    if (!s.acceleration(t, x.q, x.v, x.a, x.lambda)) return singular();
    remember(x);
    return {};
  }

  StepResult step(const T& t, const T& h, State& x) {
    for (std::size_t i = 0; i < table.stages(); ++i)
      if (!stage(i, t, h, x)) return singular();
    move(table.b, table.b.size(), h, x, at_constraint);
    x.v = velocity;
    x.q = at_constraint;
    *counters.stages += static_cast<std::int64_t>(table.stages());
    if (!table.keeps_first_stage)
      return s.acceleration(t + h, x.q, x.v, x.a, x.lambda) ? StepResult{} : singular();
    x.a = accelerations.back();
    x.lambda = y.lambda;
    remember(x);
    return {};
  }

  std::span<T> memory() { return {store.data(), static_cast<std::size_t>(store.size())}; }
  Counters counters;

 private:
  static StepResult singular() { return {Status::singular, 0, "acceleration"}; }
  void remember(const State& x) {
    if (!table.keeps_first_stage) return;
    store.head(x.a.size()) = x.a;
    store.tail(x.lambda.size()) = x.lambda;
  }

  /// Computes k_i and v'_i. Returns false if the matrix is singular.
  bool stage(std::size_t i, const T& t, const T& h, const State& x) {
    move(table.a[i], i, h, x, y.q);
    y.v = velocity;
    s.chart_rate(x.q, theta, y.v, rates[i]);
    if (i == 0 && table.keeps_first_stage) {
      accelerations[0] = store.head(y.v.size());
      y.lambda = store.tail(y.lambda.size());
      return true;
    }
    const auto& row = table.constraint_rows[i];
    const T now = t + table.c[i] * h, later = t + table.constraint_c[i] * h;
    move(row, i, h, x, at_constraint);  // without v'_i
    theta += (h * row[i]) * rates[i];
    s.retract(x.q, theta, at_constraint);
    auto& acceleration = accelerations[i];
    s.force(now, y.q, y.v, acceleration);
    s.constraint_rate(later, at_constraint, velocity, phi);
    y.lambda = phi / (-h * row[i]);
    if (!s.factor(factors, {now, y, &later, &at_constraint}, Blend<T>{.mass = 1})) return false;
    s.solve(factors, acceleration, y.lambda);
    return true;
  }

  /// Computes θ = h Σ_{j<count} w_j k_j, q ⊞ θ, and v + h Σ_{j<count} w_j v'_j, which goes to `velocity`.
  void move(const std::vector<T>& weights, std::size_t count, const T& h, const State& x, Q& moved) {
    theta.setZero();
    velocity = x.v;
    for (std::size_t j = 0; j < count; ++j) {
      if (weights[j] == 0) continue;
      theta += (h * weights[j]) * rates[j];
      velocity += (h * weights[j]) * accelerations[j];
    }
    s.retract(x.q, theta, moved);
  }

  S& s;
  HalfExplicitTable<T> table;
  typename S::template Factors<T> factors;
  State y;  // stage
  Q at_constraint;
  V theta, velocity;
  std::vector<V> rates, accelerations;  // k_i and v'_i
  L phi;
  Vec<T> store;
};

}  // namespace plumb
