#pragma once
// Diagonally implicit Runge-Kutta methods: stages one after another, on every formulation.
//
//   Y_i = y_k + h (d_i ẏ_k + Σ_{j<i} a_ij Ẏ_j) + h a_ii Ẏ_i,   y = (q, v)    d ≠ 0: a first stage at t_k is explicit
//   y_{k+1} = Y_s where the method is stiffly accurate, else y_k + h (b_0 ẏ_k + Σ b_i Ẏ_i)
//
// Source: Hairer & Wanner, Solving ODEs II, section IV.6; on index 2 and 3 as in Hairer, Lubich & Roche 1989, eq. (2.3).
//
// ẏ_k is the rate of the last stage of the step before where the method is stiffly accurate, else v' of the index-1
// equations at (q_k, v_k). Further stages with a_ii = 0 take their accelerations from the index-1 equations.
// Accelerations and multipliers at the end as in methods/irk/coupled_rk.hpp.
//
// Newton's iteration starts at rates extrapolated from the points before a stage within the step, λ like a rate whose
// integral starts at 0 with the step (zhang2022, section 3.1); the first stage, and with `predictor=constant` every one,
// at the last rates. `fourth` is for the last stage, the others are extrapolated in second order.
//
// Memory: v' and λ at t_k, and at ggl q' and m. Cost: a Newton iteration of one stage for each a_ii ≠ 0.

#include "methods/initial_rates.hpp"
#include "methods/irk/coupled_table.hpp"
#include "methods/irk/stage_solver.hpp"
#include "methods/prediction.hpp"

namespace plumb {

template <class S>
class Dirk {
 public:
  using T = typename S::Scalar;
  using V = typename S::V;
  using State = typename S::State;

  Dirk(S& system, const MethodOptions& options, CoupledTable<T> coefficients)
      : s(system),
        table(std::move(coefficients)),
        parameters(options.parameters),
        points(prediction_points(parameters)),
        extrapolates(parameters.is("end", "stages")),
        solver(system, options.newton, newton_mode(parameters), Mat<T, 1>::Ones()),
        at(zero_state(system)),
        y(at),
        rate_q(Stages::Zero(system.sizes().v, table.stages())),
        rate_v(rate_q),
        velocities(rate_q),
        multipliers(Multipliers::Zero(system.sizes().lambda, table.stages())),
        integrals(multipliers),
        store(Vec<T>::Zero(2 * system.sizes().v + 2 * system.sizes().lambda)) {
    for (int i = 0; i < table.stages(); ++i) predictions.push_back(prediction_of(i));
  }

  StepResult start(const T& t, const T&, State& x) {
    if (const auto fit = solver.fitness(); fit.status != Status::ok) return fit;
    if (const auto known = initial_rates(s, parameters, t, x); known.status != Status::ok) return known;
    a() = x.a, lambda() = x.lambda, rate_of_q() = x.v, mu().setZero();
    return {};
  }

  StepResult step(const T& t, const T& h, State& x) {
    if (!prepare(t, x)) return {Status::singular, 0, "acceleration"};
    for (int i = 0; i < table.stages(); ++i)
      if (const auto result = stage(i, t, h, x); result.status != Status::ok) return result;
    if (table.stiffly_accurate)
      x.q = y.q, x.v = y.v, x.a = y.a, x.lambda = y.lambda;
    else if (!end_with_weights(t, h, x))
      return {Status::singular, 0, "acceleration"};
    a() = x.a, lambda() = x.lambda, rate_of_q() = rate_q.col(table.stages() - 1);
    return {};
  }

  std::span<T> memory() { return {store.data(), static_cast<std::size_t>(store.size())}; }
  Counters counters;

 private:
  static constexpr bool constrained = S::L::RowsAtCompileTime != 0;
  using Stages = Mat<T, V::RowsAtCompileTime, Eigen::Dynamic>;
  using Multipliers = Mat<T, constrained ? S::L::RowsAtCompileTime : Eigen::Dynamic, Eigen::Dynamic>;
  auto a() { return store.head(s.sizes().v); }
  auto rate_of_q() { return store.segment(s.sizes().v, s.sizes().v); }
  auto lambda() { return store.segment(2 * s.sizes().v, s.sizes().lambda); }
  auto mu() { return store.tail(s.sizes().lambda); }

  // From the stages i − 1, i − 2, ... and t_k, if they differ from each other and from stage i in time.
  RatePrediction<T> prediction_of(int i) const {
    const bool last = i + 1 == table.stages();
    const int most = std::min({i + 1, points, last ? 3 : 2});
    std::vector<T> offsets;
    for (int j = i - 1; j >= -1 && static_cast<int>(offsets.size()) < most; --j) {
      const T offset = (j < 0 ? T(0) : table.c[j]) - table.c[i];
      if (offset == 0 || std::find(offsets.begin(), offsets.end(), offset) != offsets.end()) break;
      offsets.push_back(offset);
    }
    return RatePrediction<T>(offsets.empty() ? std::vector<T>{T(-1)} : offsets);
  }

  // Guesses of the rates and multipliers of stage i into y.
  void predict(int i, const T& h, const State& x) {
    const auto& by = predictions[static_cast<std::size_t>(i)];
    if (by.points() == 1) return;  // y has the last ones
    y.a.setZero(), y.lambda.setZero();
    for (int p = 0; p < by.points(); ++p) {
      const T m = by.m[p] / h, n = by.n[p];
      const int j = i - 1 - p;
      if (j < 0) {
        y.a += m * x.v + n * at.a, y.lambda += n * at.lambda;
      } else {
        y.a += m * velocities.col(j) + n * rate_v.col(j);
        y.lambda += m * integrals.col(j) + n * multipliers.col(j);
      }
    }
  }

  // ẏ_k and the guesses of the first stage.
  bool prepare(const T& t, const State& x) {
    at.q = x.q, at.v = x.v, at.a = a(), at.lambda = lambda();
    if (s.form() != Form::ggl) rate_of_q() = x.v;
    if (table.has_first_stage && !table.stiffly_accurate) {
      if (!s.acceleration(t, x.q, x.v, at.a, at.lambda)) return false;
      rate_of_q() = x.v;
    }
    y.a = at.a, y.lambda = at.lambda;
    return true;
  }

  StepResult stage(int i, const T& t, const T& h, const State& x) {
    y.q = x.q, y.v = x.v;
    if (table.a(i, i) != 0) predict(i, h, x);
    if (table.has_first_stage) y.q += h * table.d[i] * rate_of_q(), y.v += h * table.d[i] * at.a;
    for (int j = 0; j < i; ++j) y.q += h * table.a(i, j) * rate_q.col(j), y.v += h * table.a(i, j) * rate_v.col(j);
    if (table.a(i, i) == 0) {
      if (!s.acceleration(t + table.c[i] * h, y.q, y.v, y.a, y.lambda)) return {Status::singular, 0, "acceleration"};
      rate_q.col(i) = y.v, ++*counters.stages;
    } else if (const auto result = implicit_stage(i, t, h); result.status != Status::ok) {
      return result;
    }
    rate_v.col(i) = y.a, multipliers.col(i) = y.lambda, velocities.col(i) = y.v;
    if (points > 1) integrate_multipliers(i, h);
    return {};
  }

  StepResult implicit_stage(int i, const T& t, const T& h) {
    solver.use(Mat<T, 1>::Constant(table.a(i, i)));
    solver.base_q.col(0) = y.q, solver.base_v.col(0) = y.v, solver.a.col(0) = y.a;
    if constexpr (constrained) solver.lambda.col(0) = y.lambda, solver.mu.col(0) = mu();
    solver.counters.stages = *counters.stages;
    const auto result = solver.solve(t, h, at, [&](int) { return t + table.c[i] * h; });
    counters = solver.counters;
    if (result.status != Status::ok) return result;
    y.q = solver.q.col(0), y.v = solver.v.col(0), y.a = solver.a.col(0), rate_q.col(i) = solver.rate.col(0);
    if constexpr (constrained) y.lambda = solver.lambda.col(0), mu() = solver.mu.col(0);
    return {};
  }

  void integrate_multipliers(int i, const T& h) {
    auto integral = integrals.col(i);
    integral.setZero();
    if (table.has_first_stage) integral = h * table.d[i] * at.lambda;
    for (int j = 0; j <= i; ++j) integral += h * table.a(i, j) * multipliers.col(j);
  }

  bool end_with_weights(const T& t, const T& h, State& x) {
    if (table.has_first_stage) x.q += h * table.b0 * rate_of_q(), x.v += h * table.b0 * at.a;
    for (int i = 0; i < table.stages(); ++i)
      x.q += h * table.b[i] * rate_q.col(i), x.v += h * table.b[i] * rate_v.col(i);
    if (!extrapolates) return s.acceleration(t + h, x.q, x.v, x.a, x.lambda);
    const T past = 1 - table.extrapolation.sum();
    x.a = past * at.a, x.lambda = past * at.lambda;
    for (int i = 0; i < table.stages(); ++i)
      x.a += table.extrapolation[i] * rate_v.col(i), x.lambda += table.extrapolation[i] * multipliers.col(i);
    return true;
  }

  S& s;
  CoupledTable<T> table;
  Parameters parameters;
  int points;  // that rates are predicted from, at most
  bool extrapolates;
  StageSolver<S, 1> solver;
  State at, y;            // the beginning of the step; the stage
  Stages rate_q, rate_v;  // Ẏ_i
  Stages velocities;      // V_i
  Multipliers multipliers, integrals;
  std::vector<RatePrediction<T>> predictions;
  Vec<T> store;
};

}  // namespace plumb
