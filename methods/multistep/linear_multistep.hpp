#pragma once
// Any linear multistep formula of k steps on y = (q, v).
//
//   Σ_{j=0}^k α_j y_{n+1−j} = h Σ_{j=0}^k β_j ẏ_{n+1−j}
//
// Source: Hairer, Nørsett & Wanner, Solving ODEs I, eq. (III.2.1); on constraints Hairer & Wanner, Solving ODEs II,
// section VII.3: they hold at t_{n+1}, where the new rates are solved for like one stage of weight β_0/α_0. Explicit
// formulas (β_0 = 0) take the accelerations of the index-1 equations.
//
// The history before t0 comes from steps of a one-step method backwards (Radau IIA with three stages), at −h, −2h, ...,
// so that all steps from the first on are the same map.
//
// Memory: q, v at n−1, ..., n−k+1; q', v' at n, ..., n−k+1; λ and at ggl m at n, where Newton's iteration starts.

#include <functional>
#include <memory>

#include "contract/erasure.hpp"
#include "contract/expression.hpp"
#include "methods/irk/stage_solver.hpp"
#include "methods/multistep/linear_multistep_data.hpp"

namespace plumb {

template <class S>
class LinearMultistep {
 public:
  using T = typename S::Scalar;
  using V = typename S::V;
  using State = typename S::State;

  /// Makes the one-step method that fills the history.
  using StartUp = std::function<std::unique_ptr<AnyStepper<T>>(S&, const MethodOptions&)>;

  LinearMultistep(S& system, const MethodOptions& options, const MultistepData& data, StartUp start_up)
      : s(system),
        begins(std::move(start_up)),
        newton(options.newton),
        k(data.steps()),
        alpha(values(data.alpha)),
        beta(values(data.beta)),
        solver(system, options.newton, newton_mode(options.parameters), Mat<T, 1>::Constant(beta[0] / alpha[0])),
        at(zero_state(system)),
        sum_q(at.v),
        sum_v(at.v),
        store(Vec<T>::Zero((4 * k - 2) * system.sizes().v + 2 * system.sizes().lambda)) {}

  StepResult start(const T& t, const T& h, State& x) {
    if (const auto fit = solver.fitness(); fit.status != Status::ok) return fit;
    if (!s.acceleration(t, x.q, x.v, x.a, x.lambda)) return {Status::singular, 0, "acceleration"};
    rate_q(0) = x.v, rate_v(0) = x.a, lambda() = x.lambda, mu().setZero();
    const auto backwards = begins(s, {{}, newton});
    State past = x;
    if (const auto result = backwards->start(t, -h, past); result.status != Status::ok) return result;
    for (int j = 1; j < k; ++j) {
      if (const auto result = backwards->step(t - T(j - 1) * h, -h, past); result.status != Status::ok) return result;
      q(j) = past.q, v(j) = past.v, rate_q(j) = past.v, rate_v(j) = past.a;
    }
    return {};
  }

  StepResult step(const T& t, const T& h, State& x) {
    if (s.form() != Form::ggl) rate_q(0) = x.v;
    begin(h, x);
    shift(x);
    if (beta[0] != 0) return implicit_end(t, h, x);
    x.q = sum_q, x.v = sum_v;
    if (!s.acceleration(t + h, x.q, x.v, x.a, x.lambda)) return {Status::singular, 0, "acceleration"};
    rate_q(0) = x.v, rate_v(0) = x.a, ++*counters.stages;
    return {};
  }

  std::span<T> memory() { return {store.data(), static_cast<std::size_t>(store.size())}; }
  Counters counters;

 private:
  static std::vector<T> values(const std::vector<std::string>& texts) {
    std::vector<T> out;
    for (const auto& text : texts) out.push_back(expression_value<T>(text));
    return out;
  }
  auto column(int i) { return store.segment(i * s.sizes().v, s.sizes().v); }
  auto rate_q(int j) { return column(j); }             // at n−j, 0 <= j < k
  auto rate_v(int j) { return column(k + j); }         // at n−j, 0 <= j < k
  auto q(int j) { return column(2 * k + j - 1); }      // at n−j, 1 <= j < k
  auto v(int j) { return column(3 * k - 1 + j - 1); }  // at n−j, 1 <= j < k
  auto lambda() { return store.segment((4 * k - 2) * s.sizes().v, s.sizes().lambda); }
  auto mu() { return store.tail(s.sizes().lambda); }

  // What of the formula is known: Σ_{j>=1} (h β_j ẏ_{n+1−j} − α_j y_{n+1−j}) / α_0
  void begin(const T& h, const State& x) {
    at.q = x.q, at.v = x.v, at.a = rate_v(0), at.lambda = lambda();
    sum_q = -alpha[1] * x.q, sum_v = -alpha[1] * x.v;
    for (int j = 2; j <= k; ++j) sum_q -= alpha[index(j)] * q(j - 1), sum_v -= alpha[index(j)] * v(j - 1);
    for (int j = 1; j <= k; ++j) {
      if (beta[index(j)] == 0) continue;
      sum_q += h * beta[index(j)] * rate_q(j - 1), sum_v += h * beta[index(j)] * rate_v(j - 1);
    }
    sum_q /= alpha[0], sum_v /= alpha[0];
  }

  void shift(const State& x) {
    for (int j = k - 1; j > 0; --j) rate_q(j) = rate_q(j - 1), rate_v(j) = rate_v(j - 1);
    for (int j = k - 1; j > 1; --j) q(j) = q(j - 1), v(j) = v(j - 1);
    if (k > 1) q(1) = x.q, v(1) = x.v;
  }

  StepResult implicit_end(const T& t, const T& h, State& x) {
    solver.base_q.col(0) = sum_q, solver.base_v.col(0) = sum_v, solver.a.col(0) = at.a;
    if constexpr (constrained) solver.lambda.col(0) = lambda(), solver.mu.col(0) = mu();
    const auto result = solver.solve(t, h, at, [&](int) { return t + h; });
    counters = solver.counters;
    if (result.status != Status::ok) return result;
    x.q = solver.q.col(0), x.v = solver.v.col(0), x.a = solver.a.col(0);
    rate_q(0) = solver.rate.col(0), rate_v(0) = x.a;
    if constexpr (constrained) x.lambda = solver.lambda.col(0), lambda() = x.lambda, mu() = solver.mu.col(0);
    return {};
  }

  static std::size_t index(int j) { return static_cast<std::size_t>(j); }
  static constexpr bool constrained = S::L::RowsAtCompileTime != 0;
  S& s;
  StartUp begins;
  NewtonSettings newton;
  int k;
  std::vector<T> alpha, beta;
  StageSolver<S, 1> solver;
  State at;  // the beginning of the step
  V sum_q, sum_v;
  Vec<T> store;
};

}  // namespace plumb
