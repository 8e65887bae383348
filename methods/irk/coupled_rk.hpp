#pragma once
// Implicit Runge-Kutta methods whose stages are solved together, on every formulation.
//
//   Y = e ⊗ y_k + h d ⊗ ẏ_k + h a ⊗ Ẏ,   y = (q, v)        d ≠ 0: a first stage at t_k with a given rate
//   y_{k+1} = Y_s if the method is stiffly accurate, else y_k + h (b_0 ẏ_k + Σ b_i Ẏ_i)
//
// Sources: Hairer, Lubich & Roche 1989, The Numerical Solution of DAEs by Runge-Kutta Methods, eqs. (2.3), (2.5); with
// d: li2019, eq. (5).
//
// ẏ_k is the rate of the last stage of the previous step (rates=propagated), or v' of the index-1 equations at (q_k,
// v_k) (rates=reevaluated). On ode and index1 both are the same except for Newton's tolerance.
//
// methods/implicit/carried.hpp defines the memory and the ends of steps, methods/implicit/stage_solver.hpp the cost.

#include "methods/implicit/carried.hpp"
#include "methods/implicit/stage_solver.hpp"
#include "methods/implicit/stage_table.hpp"

namespace plumb {

template <class S, int stages = Eigen::Dynamic>
class CoupledRk {
 public:
  using T = typename S::Scalar;
  using State = typename S::State;

  CoupledRk(S& system, const MethodOptions& options, StageTable<T, stages> coefficients)
      : s(system),
        table(std::move(coefficients)),
        reevaluates(table.has_first_stage && options.parameters.is("rates", "reevaluated")),
        solver(system, options.newton, newton_mode(options.parameters), table.a),
        carried(system, options.parameters) {}

  StepResult start(const T& t, const T& h, State& x) {
    if (const auto fit = solver.fitness(); fit.status != Status::ok) return fit;
    if (!s.acceleration(t, x.q, x.v, x.a, x.lambda)) return {Status::singular, 0, "acceleration"};
    carried.start(x);
    solver.measure(t, h, x);
    return {};
  }

  StepResult step(const T& t, const T& h, State& x) {
    if (!prepare(t, h, x)) return {Status::singular, 0, "acceleration"};
    const auto result = solver.solve(t, h, carried.at, [&](int i) { return t + table.c[i] * h; });
    counters = solver.counters;
    if (result.status != Status::ok) return result;
    if (table.stiffly_accurate)
      end_with_last_stage(x);
    else if (!carried.end_with_weights(table, t, h, solver.chart, solver.slope, solver.a, solver.lambda, x))
      return {Status::singular, 0, "acceleration"};
    if constexpr (constrained) carried.mu() = solver.mu.col(last());
    carried.a() = x.a;
    carried.lambda() = x.lambda;
    return {};
  }

  /// Sets another tolerance of Newton's iteration for the next steps; without one the default applies.
  void tolerate(std::optional<double> size) { solver.tolerate(size); }
  /// The stages of the last step.
  const StageSolver<S, stages>& last_stages() const { return solver; }

  std::span<T> memory() { return carried.memory(); }
  Counters counters;

 private:
  static constexpr bool constrained = S::L::RowsAtCompileTime != 0;
  int last() const { return table.stages() - 1; }

  bool prepare(const T& t, const T& h, const State& x) {
    if (!carried.begin(t, x, reevaluates)) return false;
    solver.chart.centre_at(x.q);
    for (int i = 0; i < table.stages(); ++i) {
      solver.base_v.col(i) = x.v;
      solver.chart.coordinates(x.q, solver.base_theta.col(i));
      if (table.has_first_stage) {
        solver.base_v.col(i) += h * table.d[i] * carried.at.a;
        solver.base_theta.col(i) += h * table.d[i] * carried.rate_of_q();
      }
      solver.a.col(i) = carried.at.a;
      if constexpr (constrained) {
        solver.lambda.col(i) = carried.at.lambda;
        solver.mu.col(i) = carried.mu();
      }
    }
    return true;
  }

  void end_with_last_stage(State& x) {
    solver.deliver(last(), x);
    carried.take_rate(x.q, solver.rate.col(last()));
  }

  S& s;
  StageTable<T, stages> table;
  bool reevaluates;
  StageSolver<S, stages> solver;
  Carried<S> carried;
};

}  // namespace plumb
