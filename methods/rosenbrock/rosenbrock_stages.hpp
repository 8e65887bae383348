#pragma once
// The stages of a Rosenbrock method on equations without constraints and of index 1. The accelerations a and the
// multipliers λ are the algebraic variables of a differential-algebraic system of index 1:
//
//   q' = v,   v' = a,   0 = f(t, q, v) − M(q) a − G(t, q)ᵀ λ,   0 = Φ''(t, q, v, a)
//
// With the stage values (q_i, v_i, a_i, λ_i) = y + Σ_{j<i} a_ij U_j and the notation of rosenbrock_table.hpp:
//
//   δv = γ (h a_i + Σ_{j<i} c_ij U_j^v),   δq = γ (h v_i + Σ_{j<i} c_ij U_j^q) + hγ δv
//
//   [M − hγ D − h²γ² K   Gᵀ] [U^a]   [f − M a − Gᵀλ + K δq + D δv + hγ_i ∂(f − Gᵀλ)/∂t]
//   [G + hγ Y + h²γ² Z   0 ] [U^λ] = [−Φ'' − Z δq − Y δv − hγ_i ∂Φ''/∂t               ]
//
//   U^v = δv + hγ U^a,   U^q = δq + h²γ² U^a
//
// The right side is evaluated at stage i and at t + h Σ_j α_ij. M, D, K, G, Y, Z (contract/system.hpp) and ∂/∂t belong
// to the beginning of the step. All derivatives by q, v, a and λ are exact: they are the blocks of the system.
//
// Systems have no derivative by time. It is computed from the polynomial through the residuals at the p + 1 times t,
// t + h/p, ..., t + h, with the q, v, a and λ of the beginning, where p is the order of the method. Its error is
// h^p ∂^(p+1)/∂t^(p+1) / ((p + 1) p^p), one order below the local errors, and no value outside of the step is needed.
//
// Source: Hairer & Wanner, Solving ODEs II, eqs. (IV.7.25), (VI.4.12).

#include "methods/implicit/coupled_matrix.hpp"
#include "methods/implicit/natural_units.hpp"
#include "methods/rosenbrock/rosenbrock_table.hpp"

namespace plumb {

template <class S>
class RosenbrockStages {
 public:
  using T = typename S::Scalar;
  using V = typename S::V;
  using State = typename S::State;

  RosenbrockStages(S& system, const RosenbrockTable<T>& coefficients, int order)
      : table(coefficients),
        next(zero_state(system)),
        s(system),
        shape(shape_of(system)),
        nodes(order),
        linear(shape.velocities, shape.constraints),
        matrix(shape, 1),
        units(system, {}),
        q(Columns::Zero(shape.velocities, table.stages())),
        v(q),
        a(q),
        lambda(Multipliers::Zero(shape.constraints, table.stages())),
        z(shape, 1),
        drift(z),
        y(next),
        delta_q(y.v),
        delta_v(y.v),
        part(y.v),
        phi(y.lambda) {}

  /// Returns why the system cannot be solved; the status is ok if it can.
  StepResult fitness() const {
    if (!s.vector_space()) return {Status::unsupported, 0, "needs coordinates in a vector space"};
    if (shape.constraints != 0 && shape.form != Form::index1)
      return {Status::unsupported, 0, "imposes constraints at acceleration level only"};
    if (!offers_blocks(s)) return {Status::unsupported, 0, "needs the dense blocks of its system"};
    return {};
  }
  /// Measures the units in which matrices are factorised, for steps of size h from x.
  void measure(const T& t, const T& h, const State& x) {
    units.measure(s, t, h, x);
    matrix.scale(units);
  }

  /// Computes all stages of a step from x, including its accelerations and multipliers, and the final state in `next`.
  StepResult take(const T& t, const T& h, const State& x, Counters& counters) {
    s.blocks(t, x, linear);
    const auto weight = Mat<T, 1>::Constant(table.gamma);
    const auto square = Mat<T, 1>::Constant(table.gamma * table.gamma);
    ++*counters.factorizations;
    if (!matrix.factor(h, weight, square, [this](int) -> const BlocksOf<S>& { return linear; }))
      return {Status::singular, 0, "matrix of the stages"};
    residual(t, x, counters);
    first = z.forces;
    first_rows = z.constraints;
    differentiate_in_time(t, h, x, counters);
    for (Eigen::Index i = 0; i < table.stages(); ++i) stage(i, t, h, x, counters);
    next = x;
    add(table.m, table.stages(), next);
    const bool is_finite = next.q.allFinite() && next.v.allFinite() && next.a.allFinite();
    return is_finite ? StepResult{} : StepResult{Status::non_finite, 0, "state"};
  }

  /// Computes Σ w_i U_i of positions and velocities, for weights m of another solution or of a difference.
  void combine(const Vec<T>& weights, V& of_q, V& of_v) const {
    clear(of_q);
    clear(of_v);
    for (Eigen::Index i = 0; i < table.stages(); ++i) {
      of_q += weights[i] * q.col(i);
      of_v += weights[i] * v.col(i);
    }
  }

  RosenbrockTable<T> table;
  State next;

 private:
  static constexpr bool constrained = S::L::RowsAtCompileTime != 0;
  using Columns = Mat<T, V::RowsAtCompileTime, Eigen::Dynamic>;
  using Multipliers = Mat<T, constrained ? S::L::RowsAtCompileTime : Eigen::Dynamic, Eigen::Dynamic>;

  /// Adds Σ_{i<count} w_i U_i to a state.
  template <class Weights>
  void add(const Weights& weights, Eigen::Index count, State& to) const {
    for (Eigen::Index i = 0; i < count; ++i) {
      if (weights[i] == 0) continue;
      to.q += weights[i] * q.col(i);
      to.v += weights[i] * v.col(i);
      to.a += weights[i] * a.col(i);
      if constexpr (constrained) to.lambda += weights[i] * lambda.col(i);
    }
  }

  /// Computes f − M a − Gᵀλ and −Φ'' at a state, into z.
  void residual(const T& t, const State& state, Counters& counters) {
    ++*counters.residual_evaluations;
    s.force(t, state.q, state.v, part);
    z.forces.col(0) = part;
    s.momentum(state.q, state.a, part);
    z.forces.col(0) -= part;
    if constexpr (constrained)
      if (shape.constraints != 0) {
        s.reaction(t, state.q, state.lambda, part);
        z.forces.col(0) -= part;
        s.constraint_acceleration(t, state.q, state.v, state.a, phi);
        z.constraints.col(0) = -phi;
      }
  }

  /// Computes h ∂/∂t of the residual, into `drift`. Precondition: `first` and `first_rows` are the residual r_0 at t.
  /// With p = nodes, the polynomial has the derivative (p/h) Σ_{j=1}^p (−1)^(j+1) C(p, j)/j (r_j − r_0).
  void differentiate_in_time(const T& t, const T& h, const State& x, Counters& counters) {
    T binomial = 1;
    drift.forces.setZero();
    drift.constraints.setZero();
    for (int j = 1; j <= nodes; ++j) {
      binomial *= T(nodes + 1 - j) / T(j);
      const T weight = (j % 2 == 1 ? binomial : T(-binomial)) * T(nodes) / T(j);
      residual(t + h * (T(j) / T(nodes)), x, counters);
      drift.forces += weight * (z.forces - first);
      drift.constraints += weight * (z.constraints - first_rows);
    }
  }

  void stage(Eigen::Index i, const T& t, const T& h, const State& x, Counters& counters) {
    const T& gamma = table.gamma;
    y = x;
    add(table.a.row(i), i, y);
    delta_v = h * y.a;
    delta_q = h * y.v;
    for (Eigen::Index j = 0; j < i; ++j) {
      delta_v += table.c(i, j) * v.col(j);
      delta_q += table.c(i, j) * q.col(j);
    }
    delta_v *= gamma;
    delta_q = gamma * delta_q + (h * gamma) * delta_v;
    if (i != 0) {
      residual(t + table.nodes[i] * h, y, counters);
    } else {
      z.forces = first;
      z.constraints = first_rows;
    }
    z.forces.col(0) += table.gamma_sums[i] * drift.forces.col(0);
    z.forces.col(0).noalias() += linear.stiffness * delta_q;
    z.forces.col(0).noalias() += linear.damping * delta_v;
    if constexpr (constrained) {
      z.constraints.col(0) += table.gamma_sums[i] * drift.constraints.col(0);
      z.constraints.col(0).noalias() -= linear.acceleration_by_q * delta_q;
      z.constraints.col(0).noalias() -= linear.acceleration_by_v * delta_v;
    }
    ++*counters.linear_solves;
    ++*counters.stages;
    matrix.solve(z);
    a.col(i) = z.forces.col(0);
    v.col(i) = delta_v + (h * gamma) * a.col(i);
    q.col(i) = delta_q + (h * gamma) * (h * gamma) * a.col(i);
    if constexpr (constrained) lambda.col(i) = z.constraints.col(0);
  }

  S& s;
  StageShape shape;
  int nodes;  // number of nodes of the polynomial in time, without the node t
  BlocksOf<S> linear;
  CoupledMatrix<S, 1> matrix;
  NaturalUnits<S> units;
  Columns q, v, a;  // stage vectors U_i
  Multipliers lambda;
  StageIncrement<S, 1> z, drift;
  StageVelocities<S, 1> first = z.forces;  // residual of the first stage, at the beginning of the step
  StageMultipliers<S, 1> first_rows = z.constraints;
  State y;  // state of the stage
  V delta_q, delta_v, part;
  typename S::L phi;
};

}  // namespace plumb
