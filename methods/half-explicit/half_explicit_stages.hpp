#pragma once
// Half-explicit Runge-Kutta methods on the equations of index 2: stages are explicit, and the multipliers of each stage
// follow from a constraint on velocities at a later point. There is no iteration, and no derivative of G is needed.
//
//   q_i = q ⊞ h Σ_{j<i} a_ij k_j,    v_i = v + h Σ_{j<i} a_ij v'_j,    k_i = θ'(θ_i, v_i)
//   M(q_i) v'_i = f(t_i, q_i, v_i) − G(t_i, q_i)ᵀ λ_i
//   0 = G(t̂_i, q̂_i) v̂_i + ∂Φ/∂t,    q̂_i = q ⊞ h Σ_{j≤i} â_ij k_j,    v̂_i = v + h Σ_{j≤i} â_ij v'_j
//   q⁺ = q ⊞ h Σ b_j k_j,    v⁺ = v + h Σ b_j v'_j
//
// In HEM3 and HEM4 the rows â_i are a_{i+1}, and b after the last stage; HEDOP5 has one separate row, PHEM56 five.
// HEDOP5 and PHEM56 take v'_1 and λ_1 from the last stage of the previous step, which is at (q⁺, v⁺). So λ is of order
// 4, and the start must be consistent. λ of HEM3 and HEM4 is computed from the index-1 equations at the end of the
// step, because λ of their last stage has only order 2.
//
// On rotations, stages are increments θ_i in a chart around q, as in explicit methods (Munthe-Kaas).
//
// Sources: Brasey & Hairer 1993; Arnold & Murua 1998; Murua 1997; Hairer & Wanner, Solving ODEs II, section VII.6.
// Cost: for each stage that is not reused a force, a factorisation of [M Gᵀ; Ĝ 0] and a solve.

#include "contract/method.hpp"
#include "contract/system.hpp"
#include "methods/half-explicit/coefficients.hpp"

namespace plumb {

/// The stages of a step.
template <class S>
class HalfExplicitStages {
 public:
  using T = typename S::Scalar;
  using Q = typename S::Q;
  using V = typename S::V;
  using L = typename S::L;
  using State = typename S::State;

  HalfExplicitStages(S& system, const HalfExplicitData& data)
      : table(data),
        theta(zero_state(system).v),
        velocity(theta),
        lambda(zero_state(system).lambda),
        accelerations(data.stages(), theta),
        s(system),
        factors(system.template factors<T>()),
        y(zero_state(system)),
        at_constraint(y.q),
        rates(accelerations),
        phi(lambda) {}

  /// Computes all stages of a step from x. Methods that reuse their last stage pass it in `accelerations[0]` and
  /// `lambda`. Returns false if a matrix is singular.
  bool take(const T& t, const T& h, const State& x) {
    for (std::size_t i = 0; i < table.stages(); ++i)
      if (!stage(i, t, h, x)) return false;
    return true;
  }

  /// Computes θ = h Σ_{j<count} w_j k_j and v + h Σ_{j<count} w_j v'_j, which go to `theta` and `velocity`.
  void combine(const std::vector<T>& weights, std::size_t count, const T& h, const State& x) {
    theta.setZero();
    velocity = x.v;
    for (std::size_t j = 0; j < count; ++j) {
      if (weights[j] == 0) continue;
      theta += (h * weights[j]) * rates[j];
      velocity += (h * weights[j]) * accelerations[j];
    }
  }

  /// Computes the change of v along M⁻¹Gᵀ that removes a violation of the constraints on velocities, with the matrix of
  /// the last stage. `violation` is overwritten.
  void remove_from_constraints(V& change, L& violation) {
    change.setZero();
    violation = -violation;
    s.solve(factors, change, violation);
  }

  const HalfExplicitTable<T> table;
  V theta, velocity;             // results of combine(): increment in the chart, velocity
  L lambda;                      // multipliers of the last stage
  std::vector<V> accelerations;  // accelerations v'_i of the stages

 private:
  bool stage(std::size_t i, const T& t, const T& h, const State& x) {
    combine(table.a[i], i, h, x);
    s.retract(x.q, theta, y.q);
    y.v = velocity;
    s.chart_rate(x.q, theta, y.v, rates[i]);
    if (i == 0 && table.reuses_last_stage) return true;
    const auto& row = table.constraint_rows[i];
    const T now = t + table.c[i] * h, later = t + table.constraint_c[i] * h;
    combine(row, i, h, x);  // combination without v'_i
    theta += (h * row[i]) * rates[i];
    s.retract(x.q, theta, at_constraint);
    s.force(now, y.q, y.v, accelerations[i]);
    s.constraint_rate(later, at_constraint, velocity, phi);
    lambda = phi / (-h * row[i]);
    if (!s.factor(factors, {now, y, &later, &at_constraint}, Blend<T>{.mass = 1})) return false;
    s.solve(factors, accelerations[i], lambda);
    return true;
  }

  S& s;
  typename S::template Factors<T> factors;
  State y;  // state of the stage
  Q at_constraint;
  std::vector<V> rates;  // rates k_i in the chart
  L phi;
};

}  // namespace plumb
