#pragma once
// Any linear multistep formula of k steps on y = (q, v).
//
//   Σ_{j=0}^k α_j y_{n+1−j} = h Σ_{j=0}^k β_j ẏ_{n+1−j}
//
// Sources: Hairer, Nørsett & Wanner, Solving ODEs I, eq. (III.2.1); with constraints, Hairer & Wanner, Solving ODEs II,
// section VII.3. Constraints are imposed at t_{n+1}; the new rates are computed like one stage of weight
// β_0/α_0. Explicit formulas (β_0 = 0) use the accelerations of the index-1 equations.
//
// The history before t0 comes from backward steps of Radau IIA with three stages, at −h, −2h, ..., so all steps from
// the first on are the same map. A decaying solution grows backwards. If h times its growth rate is near a pole of the
// stability function, the equations of a step are nearly singular, and shorter steps replace the step. Alternatively
// the history grows during the first steps, which use formulas of 1, 2, ... steps.
//
// On manifolds the history is converted to the chart of the newest point, θ_j = local(q_n, q_{n−j}) with rates θ'_j =
// chart_rate(θ_j, v_{n−j}); there the formula keeps its order.
//
// λ is predicted like the rate of an integral Λ (zhang2022, section 3.1), which has no other use.
//
// Memory: the rate of positions, v', λ at n, n−1, ...; q, v at n−1, ...; Λ; m at ggl; and the number of points of a
// growing history.

#include <functional>
#include <memory>

#include "contract/erasure.hpp"
#include "contract/expression.hpp"
#include "methods/coefficients/linear_multistep_data.hpp"
#include "methods/implicit/initial_rates.hpp"
#include "methods/implicit/prediction.hpp"
#include "methods/implicit/stage_solver.hpp"

namespace plumb {

template <class S>
class LinearMultistep {
 public:
  using T = typename S::Scalar;
  using V = typename S::V;
  using L = typename S::L;
  using State = typename S::State;

  /// Takes one step from t to t + h (h < 0 for forward runs) of the method that fills the history. The last argument
  /// receives the counters of this method, summed over all its steps so far.
  using OneStep = std::function<StepResult(const T& t, const T& h, State&, Counters&)>;
  using StartUp = std::function<OneStep(S&, const NewtonSettings&)>;

  /// `formulas[i]` is the formula of i + 1 steps; the last one is the formula of the method. With start=backwards only
  /// the last one is used; with other values of `start`, `start_up` may be empty.
  LinearMultistep(S& system, const MethodOptions& options, const std::vector<MultistepData>& formulas, StartUp start_up)
      : s(system),
        options_(options),
        begins(std::move(start_up)),
        ladder(formulas.begin(), formulas.end()),
        k(ladder.back().steps()),
        points(prediction_points(options.parameters)),
        depth(std::max(k, points)),
        grows(!options.parameters.is("start", "backwards") && options.parameters.has("start")),
        solver(system, options.newton, newton_mode(options.parameters), Mat<T, 1>::Ones()),
        at(zero_state(system)),
        sum_theta(at.v),
        sum_v(at.v),
        theta(at.v),
        slope(at.v),
        sum_integral(at.lambda),
        store(Vec<T>::Zero((3 * depth - 1) * system.sizes().v + (depth - 1) * system.sizes().q +
                           (2 * depth + 1) * system.sizes().lambda + grows)) {
    solver.predicted.is_enabled = predicts_rates(options.parameters);
    std::vector<T> offsets;
    for (int p = 1; p <= points; ++p) {
      offsets.push_back(T(-p));
      predictions.emplace_back(offsets);
    }
  }

  StepResult start(const T& t, const T& h, State& x) {
    if (const auto fit = solver.fitness(); fit.status != Status::ok) return fit;
    store.setZero();
    if (const auto known = initial_rates(s, options_.parameters, t, x); known.status != Status::ok) return known;
    solver.measure(t, h, x);
    solver.chart.rate_at(x.q, x.v, rate_q(0));
    rate_v(0) = x.a;
    lambda(0) = x.lambda;
    if (grows) {
      store.tail(1)[0] = 1;
      return {};
    }
    return fill_backwards(t, h, x);
  }

  StepResult step(const T& t, const T& h, State& x) {
    if (!is_stabilised(s.form()) && !solver.predicted.is_enabled) solver.chart.rate_at(x.q, x.v, rate_q(0));
    const int known = grows ? std::clamp(static_cast<int>(store.tail(1)[0]), 1, depth) : depth;
    const auto& formula = ladder[grows ? index(std::min(known, k) - 1) : ladder.size() - 1];
    begin(formula, h, x);
    predict(predictions[index(std::min(known, points) - 1)], h, x);
    shift(x);
    if (grows) store.tail(1)[0] = T(std::min(known + 1, depth));
    if (formula.beta[0] != 0) return implicit_end(formula, t, h, x);
    solver.chart.position(sum_theta, x.q);
    x.v = sum_v;
    if (!s.acceleration(t + h, x.q, x.v, x.a, x.lambda)) return {Status::singular, 0, "acceleration"};
    solver.chart.rate_at(x.q, x.v, rate_q(0));
    rate_v(0) = x.a;
    ++*counters.stages;
    return {};
  }

  std::span<T> memory() { return {store.data(), static_cast<std::size_t>(store.size())}; }
  Counters counters;

 private:
  struct Formula {  // coefficients divided by α_0
    std::vector<T> alpha, beta;

    Formula(const MultistepData& data) : alpha(values(data.alpha)), beta(values(data.beta)) {
      const T leading = alpha[0];
      for (auto& a : alpha) a /= leading;
      for (auto& b : beta) b /= leading;
    }
    static std::vector<T> values(const std::vector<std::string>& texts) {
      std::vector<T> out;
      for (const auto& text : texts) out.push_back(expression_value<T>(text));
      return out;
    }
    int steps() const { return static_cast<int>(alpha.size()) - 1; }
  };

  static constexpr int nq = S::Q::RowsAtCompileTime, nv = V::RowsAtCompileTime, nl = L::RowsAtCompileTime;
  static constexpr bool constrained = nl != 0;
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  auto column(int i) { return store.template segment<nv>(i * s.sizes().v, s.sizes().v); }
  auto row(int i) {
    return store.template segment<nl>((3 * depth - 1) * s.sizes().v + (depth - 1) * s.sizes().q + i * s.sizes().lambda,
                                      s.sizes().lambda);
  }
  auto rate_q(int j) { return column(j); }          // rate of q at step n−j, 0 <= j < depth
  auto rate_v(int j) { return column(depth + j); }  // rate of v at step n−j, 0 <= j < depth
  auto q(int j) {                                   // q at step n−j, 1 <= j < depth
    return store.template segment<nq>(2 * depth * s.sizes().v + (j - 1) * s.sizes().q, s.sizes().q);
  }
  auto v(int j) {  // v at step n−j, 1 <= j < depth
    return store.template segment<nv>((2 * depth + j - 1) * s.sizes().v + (depth - 1) * s.sizes().q, s.sizes().v);
  }
  auto lambda(int j) { return row(j); }            // λ at step n−j, 0 <= j < depth
  auto integral(int j) { return row(depth + j); }  // integral Λ at step n−j, 0 <= j < depth
  auto mu() { return row(2 * depth); }

  StepResult fill_backwards(const T& t, const T& h, const State& x) {
    const auto backwards = begins(s, options_.newton);
    State past = x;
    for (int j = 1; j < depth; ++j) {
      const auto result = step_backwards(backwards, t - T(j - 1) * h, -h, past);
      if (result.status != Status::ok) return result;
      q(j) = past.q;
      v(j) = past.v;
      solver.chart.rate_at(past.q, past.v, rate_q(j));
      rate_v(j) = past.a;
      lambda(j) = past.lambda;
      integral(j) = integral(j - 1) - h / 2 * (lambda(j - 1) + lambda(j));
    }
    counters = solver.counters;
    return {};
  }

  // Takes one step, or 2, 4 or 8 shorter steps if the equations cannot be solved. Returns the first failure if that
  // does not help.
  StepResult step_backwards(const OneStep& backwards, const T& t, const T& h, State& x) {
    constexpr int most = 8;
    StepResult failure;
    for (int parts = 1; parts <= most; parts *= 2) {
      State moved = x;
      StepResult result;
      for (int i = 0; i < parts && result.status == Status::ok; ++i)
        result = backwards(t + T(i) * h / parts, h / parts, moved, solver.counters);
      if (result.status == Status::ok) {
        x = moved;
        return result;
      }
      if (parts == 1) failure = result;
      if (result.status != Status::newton_diverged) break;
    }
    return failure;
  }

  // Computes the known part of the formula, Σ_{j>=1} (h β_j ẏ_{n+1−j} − α_j y_{n+1−j}), with positions in the chart of
  // the newest point.
  void begin(const Formula& f, const T& h, const State& x) {
    auto& chart = solver.chart;
    chart.centre_at(x.q);
    chart.coordinates(x.q, theta);
    sum_theta = -f.alpha[1] * theta;
    sum_v = -f.alpha[1] * x.v;
    sum_integral = -f.alpha[1] * integral(0);
    for (int j = 1; j < f.steps(); ++j) {
      const T& alpha = f.alpha[index(j + 1)];
      chart.coordinates(q(j), theta);
      sum_theta -= alpha * theta;
      sum_v -= alpha * v(j);
      sum_integral -= alpha * integral(j);
    }
    for (int j = 0; j < f.steps(); ++j) {
      const T beta = h * f.beta[index(j + 1)];
      if (beta == 0) continue;
      add_rate(j, beta);
      sum_v += beta * rate_v(j);
      sum_integral += beta * lambda(j);
    }
  }
  void add_rate(int j, const T& beta) {
    if (j == 0 || solver.chart.is_flat()) {  // rate_q is θ' at the centre and in vector spaces
      sum_theta += beta * rate_q(j);
      return;
    }
    solver.chart.coordinates(q(j), theta);
    solver.chart.rate_of(theta, rate_q(j), slope);
    sum_theta += beta * slope;
  }

  // Writes the beginning of the step into `at`, where a simplified iteration is linearised, and initial values into
  // `solver`.
  void predict(const RatePrediction<T>& by, const T& h, const State& x) {
    at.q = x.q;
    at.v = x.v;
    at.a = rate_v(0);
    at.lambda = lambda(0);
    auto guess = solver.a.col(0);
    guess = by.n[0] * rate_v(0);
    if (by.points() > 1) guess += by.m[0] / h * x.v;
    for (int j = 1; j < by.points(); ++j) guess += by.m[j] / h * v(j) + by.n[j] * rate_v(j);
    if constexpr (constrained) {
      auto multipliers = solver.lambda.col(0);
      multipliers = by.n[0] * lambda(0);
      if (by.points() > 1) multipliers += by.m[0] / h * integral(0);
      for (int j = 1; j < by.points(); ++j) multipliers += by.m[j] / h * integral(j) + by.n[j] * lambda(j);
    }
    if (solver.predicted.is_enabled) predict_slope(by, h, x);
  }
  // Predicts the rate of positions in the chart centred at the newest point.
  void predict_slope(const RatePrediction<T>& by, const T& h, const State& x) {
    auto guess = solver.slope.col(0);
    guess = by.n[0] * rate_q(0);
    if (by.points() == 1) return;
    solver.chart.coordinates(x.q, theta);
    guess += by.m[0] / h * theta;
    for (int j = 1; j < by.points(); ++j) {
      solver.chart.coordinates(q(j), theta);
      solver.chart.rate_of(theta, rate_q(j), slope);
      guess += by.m[j] / h * theta + by.n[j] * slope;
    }
  }

  void shift(const State& x) {
    for (int j = depth - 1; j > 0; --j) {
      rate_q(j) = rate_q(j - 1);
      rate_v(j) = rate_v(j - 1);
      lambda(j) = lambda(j - 1);
      integral(j) = integral(j - 1);
    }
    for (int j = depth - 1; j > 1; --j) {
      q(j) = q(j - 1);
      v(j) = v(j - 1);
    }
    if (depth > 1) {
      q(1) = x.q;
      v(1) = x.v;
    }
  }

  StepResult implicit_end(const Formula& f, const T& t, const T& h, State& x) {
    solver.use(Mat<T, 1>::Constant(f.beta[0]));
    solver.base_theta.col(0) = sum_theta;
    solver.base_v.col(0) = sum_v;
    if constexpr (constrained) solver.mu.col(0) = mu();
    const auto result = solver.solve(t, h, at, [&](int) { return t + h; });
    counters = solver.counters;
    if (result.status != Status::ok) return result;
    solver.deliver(0, x);
    solver.chart.rate_at(x.q, solver.rate.col(0), rate_q(0));
    rate_v(0) = x.a;
    if constexpr (constrained) {
      lambda(0) = x.lambda;
      mu() = solver.mu.col(0);
      integral(0) = sum_integral + h * f.beta[0] * x.lambda;
    }
    return {};
  }

  S& s;
  MethodOptions options_;
  StartUp begins;
  std::vector<Formula> ladder;
  int k, points, depth;
  bool grows;
  std::vector<RatePrediction<T>> predictions;
  StageSolver<S, 1> solver;
  State at;
  V sum_theta, sum_v, theta, slope;
  L sum_integral;
  Vec<T> store;
};

}  // namespace plumb
