#pragma once
// Diagonally implicit Runge-Kutta methods on every formulation. Stages are solved one after another.
//
//   Y_i = y_k + h (d_i ẏ_k + Σ_{j<i} a_ij Ẏ_j) + h a_ii Ẏ_i,   y = (q, v)    d ≠ 0: a first stage at t_k is explicit
//   y_{k+1} = Y_s if the method is stiffly accurate, otherwise y_k + h (b_0 ẏ_k + Σ b_i Ẏ_i)
//
// Source: Hairer & Wanner, Solving ODEs II, section IV.6; index 2 and 3: Hairer, Lubich & Roche 1989, eq. (2.3).
//
// If the method is stiffly accurate, ẏ_k is the rate of the last stage of the previous step, otherwise v' of the
// index-1 equations at (q_k, v_k). Further stages with a_ii = 0 take their accelerations from the index-1 equations.
// methods/implicit/carried.hpp defines the memory, and accelerations and multipliers at the end.
//
// Newton's iteration starts from rates extrapolated from earlier points within the step; λ is treated like a
// rate whose integral is 0 at the beginning of the step (zhang2022, section 3.1). For the first stage, and with
// `predictor=constant` for every stage, it starts from the last rates. `fourth` applies to the last stage; the other
// stages are extrapolated in second order.
//
// Cost: a Newton iteration of one stage for each a_ii ≠ 0.

#include "methods/implicit/carried.hpp"
#include "methods/implicit/initial_rates.hpp"
#include "methods/implicit/prediction.hpp"
#include "methods/implicit/stage_solver.hpp"
#include "methods/implicit/stage_table.hpp"

namespace plumb {

template <class S>
class Dirk {
 public:
  using T = typename S::Scalar;
  using V = typename S::V;
  using State = typename S::State;

  Dirk(S& system, const MethodOptions& options, StageTable<T> coefficients)
      : s(system),
        table(std::move(coefficients)),
        parameters(options.parameters),
        points(prediction_points(parameters)),
        solver(system, options.newton, newton_mode(parameters), Mat<T, 1>::Ones()),
        carried(system, parameters),
        y(zero_state(system)),
        theta(y.v),
        rate(y.v),
        slopes(Stages::Zero(system.sizes().v, table.stages())),
        positions(slopes),
        accelerations(slopes),
        velocities(slopes),
        multipliers(Multipliers::Zero(system.sizes().lambda, table.stages())),
        integrals(multipliers) {
    for (int i = 0; i < table.stages(); ++i) predictions.push_back(prediction_of(i));
    solver.predicted.is_enabled = predicts_rates(parameters);
  }

  StepResult start(const T& t, const T& h, State& x) {
    if (const auto fit = solver.fitness(); fit.status != Status::ok) return fit;
    if (const auto known = initial_rates(s, parameters, t, x); known.status != Status::ok) return known;
    carried.start(x);
    solver.measure(t, h, x);
    return {};
  }

  StepResult step(const T& t, const T& h, State& x) {
    rate = carried.rate_of_q();
    if (!carried.begin(t, x, table.has_first_stage && !table.stiffly_accurate))
      return {Status::singular, 0, "acceleration"};
    if (solver.predicted.is_enabled && table.stiffly_accurate) carried.rate_of_q() = rate;
    y.a = carried.at.a;
    y.lambda = carried.at.lambda;
    solver.chart.centre_at(x.q);
    for (int i = 0; i < table.stages(); ++i)
      if (const auto result = stage(i, t, h, x); result.status != Status::ok) return result;
    if (table.stiffly_accurate)
      end_with_last_stage(x);
    else if (!carried.end_with_weights(table, t, h, solver.chart, slopes, accelerations, multipliers, x))
      return {Status::singular, 0, "acceleration"};
    carried.a() = x.a;
    carried.lambda() = x.lambda;
    return {};
  }

  /// Sets the tolerance of Newton's iteration for the next steps; none restores the default.
  void tolerate(std::optional<double> size) { solver.tolerate(size); }

  /// Computes h (w_0 ẏ_k + Σ w_i Ẏ_i) of the last step, which began with the rate `q_rate` of positions: the difference
  /// from another solution with the same stages. `weights` has one entry for each stage; an explicit first stage comes
  /// first.
  template <class Weights>
  void weighted(const Weights& weights, const T& h, const V& q_rate, V& q, V& v) const {
    const int first = table.has_first_stage ? 1 : 0;
    q.setZero();
    v.setZero();
    for (int i = 0; i < table.stages(); ++i) {
      const T weight = h * weights[static_cast<std::size_t>(i + first)];
      q += weight * slopes.col(i);
      v += weight * accelerations.col(i);
    }
    if (first == 0) return;
    q += h * weights[0] * q_rate;
    v += h * weights[0] * carried.at.a;
  }

  std::span<T> memory() { return carried.memory(); }
  Counters counters;

 private:
  static constexpr bool constrained = S::L::RowsAtCompileTime != 0;
  using Stages = Mat<T, V::RowsAtCompileTime, Eigen::Dynamic>;
  using Multipliers = Mat<T, constrained ? S::L::RowsAtCompileTime : Eigen::Dynamic, Eigen::Dynamic>;

  void end_with_last_stage(State& x) {
    solver.chart.position(theta, x.q);
    x.v = y.v;
    x.a = y.a;
    x.lambda = y.lambda;
    carried.take_rate(x.q, rate);
  }

  // Rates are predicted from stage i − 1, stage i − 2, ... and the beginning of the step, up to the first point that
  // has the same time as stage i or as a point before it.
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

  // Writes initial values of the rates and multipliers of stage i into y.
  void predict(int i, const T& h, const State& x) {
    const auto& by = predictions[static_cast<std::size_t>(i)];
    if (by.points() == 1) return;  // y contains the newest rates
    y.a.setZero();
    y.lambda.setZero();
    for (int p = 0; p < by.points(); ++p) {
      const T m = by.m[p] / h, n = by.n[p];
      const int j = i - 1 - p;
      if (j < 0) {
        y.a += m * x.v + n * carried.at.a;
        y.lambda += n * carried.at.lambda;
      } else {
        y.a += m * velocities.col(j) + n * accelerations.col(j);
        y.lambda += m * integrals.col(j) + n * multipliers.col(j);
      }
    }
  }

  // Predicts the rate of positions of stage i in the chart of the step, where θ' = v at the beginning; θ is in `theta`.
  void predict_slope(int i, const T& h) {
    const auto& by = predictions[static_cast<std::size_t>(i)];
    auto guess = solver.slope.col(0);
    guess.setZero();
    for (int p = 0; p < by.points(); ++p) {
      const T m = by.m[p] / h, n = by.n[p];
      const int j = i - 1 - p;
      if (j < 0)
        guess += m * theta + n * carried.rate_of_q();
      else
        guess += m * positions.col(j) + n * slopes.col(j);
    }
  }

  StepResult stage(int i, const T& t, const T& h, const State& x) {
    auto& chart = solver.chart;
    chart.coordinates(x.q, theta);
    y.v = x.v;
    if (table.a(i, i) != 0) predict(i, h, x);
    if (table.a(i, i) != 0 && solver.predicted.is_enabled) predict_slope(i, h);
    if (table.has_first_stage) {
      theta += h * table.d[i] * carried.rate_of_q();
      y.v += h * table.d[i] * carried.at.a;
    }
    for (int j = 0; j < i; ++j) {
      theta += h * table.a(i, j) * slopes.col(j);
      y.v += h * table.a(i, j) * accelerations.col(j);
    }
    const auto result = table.a(i, i) == 0 ? explicit_stage(i, t, h) : implicit_stage(i, t, h);
    if (result.status != Status::ok) return result;
    accelerations.col(i) = y.a;
    multipliers.col(i) = y.lambda;
    velocities.col(i) = y.v;
    if (solver.predicted.is_enabled) positions.col(i) = theta;
    if (points > 1) integrate_multipliers(i, h);
    return {};
  }

  StepResult explicit_stage(int i, const T& t, const T& h) {
    solver.chart.position(theta, y.q);
    if (!s.acceleration(t + table.c[i] * h, y.q, y.v, y.a, y.lambda)) return {Status::singular, 0, "acceleration"};
    rate = y.v;
    solver.chart.rate(theta, rate, slopes.col(i));
    ++*counters.stages;
    return {};
  }

  StepResult implicit_stage(int i, const T& t, const T& h) {
    solver.use(Mat<T, 1>::Constant(table.a(i, i)));
    solver.base_theta.col(0) = theta;
    solver.base_v.col(0) = y.v;
    solver.a.col(0) = y.a;
    if constexpr (constrained) {
      solver.lambda.col(0) = y.lambda;
      solver.mu.col(0) = carried.mu();
    }
    solver.counters.stages = *counters.stages;
    const auto result = solver.solve(t, h, carried.at, [&](int) { return t + table.c[i] * h; });
    counters = solver.counters;
    if (result.status != Status::ok) return result;
    theta = solver.theta.col(0);
    y.v = solver.v.col(0);
    y.a = solver.a.col(0);
    rate = solver.rate.col(0);
    slopes.col(i) = solver.slope.col(0);
    if constexpr (constrained) {
      y.lambda = solver.lambda.col(0);
      carried.mu() = solver.mu.col(0);
    }
    return {};
  }

  void integrate_multipliers(int i, const T& h) {
    auto integral = integrals.col(i);
    integral.setZero();
    if (table.has_first_stage) integral = h * table.d[i] * carried.at.lambda;
    for (int j = 0; j <= i; ++j) integral += h * table.a(i, j) * multipliers.col(j);
  }

  S& s;
  StageTable<T> table;
  Parameters parameters;
  int points;  // largest number of points for the prediction of rates
  StageSolver<S, 1> solver;
  Carried<S> carried;
  State y;                           // state of the stage, with position theta
  V theta, rate;                     // increment and rate of the stage in the chart
  Stages slopes, positions;          // rates P_i and increments Θ_i of the stages
  Stages accelerations, velocities;  // accelerations A_i and velocities V_i of the stages
  Multipliers multipliers, integrals;
  std::vector<RatePrediction<T>> predictions;
};

}  // namespace plumb
