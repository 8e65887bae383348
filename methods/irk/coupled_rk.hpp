#pragma once
// Implicit Runge-Kutta methods whose stages are solved together, on every formulation.
//
//   Y = e ⊗ y_k + h d ⊗ ẏ_k + h a ⊗ Ẏ,   y = (q, v)        d ≠ 0: a first stage at t_k, whose rate is known
//   y_{k+1} = Y_s where the method is stiffly accurate, else y_k + h (b_0 ẏ_k + Σ b_i Ẏ_i)
//
// Source: Hairer, Lubich & Roche 1989, The Numerical Solution of DAEs by Runge-Kutta Methods, eqs. (2.3), (2.5); with
// d: li2019, eq. (5).
//
// ẏ_k is the rate of the last stage of the step before (rates=propagated), or v' of the index-1 equations at (q_k, v_k)
// (rates=reevaluated). On ode and index1 both are the same but for Newton's tolerance.
// Accelerations and multipliers at the end are those of the last stage, or, where the method is not stiffly accurate,
// those of the index-1 equations at y_{k+1} (end=equations) or extrapolated from the stages (end=stages):
// z_{k+1} = z_k + Σ_i (bᵀa⁻¹)_i (Z_i − z_k), of the order of the stages only.
//
// Memory: v' and λ at t_k, where Newton's iteration starts, and at ggl q' and m. Cost: coupled_matrix.hpp.

#include "methods/irk/coupled_table.hpp"
#include "methods/irk/stage_solver.hpp"

namespace plumb {

template <class S, int stages = Eigen::Dynamic>
class CoupledRk {
 public:
  using T = typename S::Scalar;
  using V = typename S::V;
  using L = typename S::L;
  using State = typename S::State;

  CoupledRk(S& system, const MethodOptions& options, CoupledTable<T, stages> coefficients)
      : s(system),
        table(std::move(coefficients)),
        reevaluates(options.parameters.is("rates", "reevaluated")),
        extrapolates(options.parameters.is("end", "stages")),
        solver(system, options.newton, newton_mode(options.parameters), table.a),
        at(zero_state(system)),
        store(Vec<T>::Zero(2 * system.sizes().v + 2 * system.sizes().lambda)) {}

  StepResult start(const T& t, const T&, State& x) {
    if (const auto fit = solver.fitness(); fit.status != Status::ok) return fit;
    if (!s.acceleration(t, x.q, x.v, x.a, x.lambda)) return {Status::singular, 0, "acceleration"};
    a() = x.a, lambda() = x.lambda, rate_of_q() = x.v, mu().setZero();
    return {};
  }

  StepResult step(const T& t, const T& h, State& x) {
    if (!prepare(t, h, x)) return {Status::singular, 0, "acceleration"};
    const auto result = solver.solve(t, h, at, [&](int i) { return t + table.c[i] * h; });
    counters = solver.counters;
    if (result.status != Status::ok) return result;
    if (table.stiffly_accurate)
      end_with_last_stage(x);
    else if (!end_with_weights(t, h, x))
      return {Status::singular, 0, "acceleration"};
    a() = x.a, lambda() = x.lambda;
    return {};
  }

  std::span<T> memory() { return {store.data(), static_cast<std::size_t>(store.size())}; }
  Counters counters;

 private:
  int last() const { return table.stages() - 1; }
  auto a() { return store.head(s.sizes().v); }
  auto rate_of_q() { return store.segment(s.sizes().v, s.sizes().v); }
  auto lambda() { return store.segment(2 * s.sizes().v, s.sizes().lambda); }
  auto mu() { return store.tail(s.sizes().lambda); }

  bool prepare(const T& t, const T& h, const State& x) {
    at.q = x.q, at.v = x.v, at.a = a(), at.lambda = lambda();
    if (s.form() != Form::ggl) rate_of_q() = x.v;
    if (table.has_first_stage && reevaluates) {
      if (!s.acceleration(t, x.q, x.v, at.a, at.lambda)) return false;
      rate_of_q() = x.v;
    }
    for (int i = 0; i < table.stages(); ++i) {
      solver.base_v.col(i) = x.v, solver.base_q.col(i) = x.q;
      if (table.has_first_stage) {
        solver.base_v.col(i) += h * table.d[i] * at.a;
        solver.base_q.col(i) += h * table.d[i] * rate_of_q();
      }
      solver.a.col(i) = at.a;
      if constexpr (constrained) solver.lambda.col(i) = at.lambda, solver.mu.col(i) = mu();
    }
    return true;
  }

  void end_with_last_stage(State& x) {
    x.q = solver.q.col(last()), x.v = solver.v.col(last()), x.a = solver.a.col(last());
    rate_of_q() = solver.rate.col(last());
    if constexpr (constrained) x.lambda = solver.lambda.col(last()), mu() = solver.mu.col(last());
  }

  bool end_with_weights(const T& t, const T& h, State& x) {
    if (table.has_first_stage) x.q += h * table.b0 * rate_of_q(), x.v += h * table.b0 * at.a;
    for (int i = 0; i < table.stages(); ++i) {
      x.q += (h * table.b[i]) * solver.rate.col(i);
      x.v += (h * table.b[i]) * solver.a.col(i);
    }
    if constexpr (constrained) mu() = solver.mu.col(last());
    if (!extrapolates) return s.acceleration(t + h, x.q, x.v, x.a, x.lambda);
    const T past = 1 - table.extrapolation.sum();
    x.a = past * at.a, x.lambda = past * at.lambda;
    for (int i = 0; i < table.stages(); ++i) {
      x.a += table.extrapolation[i] * solver.a.col(i);
      if constexpr (constrained) x.lambda += table.extrapolation[i] * solver.lambda.col(i);
    }
    return true;
  }

  static constexpr bool constrained = L::RowsAtCompileTime != 0;
  S& s;
  CoupledTable<T, stages> table;
  bool reevaluates, extrapolates;
  StageSolver<S, stages> solver;
  State at;
  Vec<T> store;
};

}  // namespace plumb
