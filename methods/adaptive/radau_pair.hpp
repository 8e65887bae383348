#pragma once
// Radau IIA of order 5 with the estimate of RADAU5, on every formulation.
//
//   ŷ = y⁺ + r + hγ (f(t + h, ŷ) − f(t + h, y⁺)),   e = ŷ − y⁺
//   r = γ (h ẏ_k + Σ D_i (Y_i − y_k)),   D = (−13 − 7√6, −13 + 7√6, −1)/3,   γ = (6 + ∛81 − ∛9)/30, an eigenvalue of a
//
// Source: Hairer & Wanner, Solving ODEs II, eqs. (IV.8.18), (IV.8.19). There e is (1 − hγJ)⁻¹ r, the first iteration of
// Newton's method for the ŷ above (Swart & Söderlind 1997, Appl. Numer. Math. 24 has it as a stage). Here ŷ is that
// stage, solved like the other stages, so it satisfies the constraints in any form. ŷ has order 3.
//
// Memory: the same as with fixed steps (coupled_rk.hpp). Cost: one more implicit stage in each step.

#include "methods/adaptive/tied_newton.hpp"
#include "methods/irk/coupled_rk.hpp"

namespace plumb {

template <class S>
class RadauPair {
 public:
  using T = typename S::Scalar;
  using V = typename S::V;
  using State = typename S::State;
  static constexpr int power = 4;

  RadauPair(S& system, const MethodOptions& options, const StageTable<T>& table)
      : gamma(expression_value<T>("0.27488882959567736774782860359941477929459341400416")),
        weights{expression_value<T>("(-13 - 7*sqrt(6))/3"), expression_value<T>("(-13 + 7*sqrt(6))/3"), T(-1) / 3},
        radau(system, options, table),
        stage(system, options.newton, newton_mode(options.parameters), Mat<T, 1>::Ones()),
        theta(zero_state(system).v),
        v(theta) {
    stage.use(Mat<T, 1>::Constant(gamma));
  }

  StepResult start(const T& t, const T& h, State& x) { return radau.start(t, h, x); }
  StepResult renew(const T& t, State& x) { return radau.start(t, T(0), x); }

  StepResult attempt(const T& t, const T& h, const State& x, const Tolerance<S>& tolerance) {
    auto result = radau.attempt(t, h, gamma, x, tolerance);
    if (result.status == Status::ok) {
      stage.tolerate(radau.tied(h, gamma, x, tolerance));
      result = solve_stage(t, h, x);
      if (result.status == Status::tolerance_unreachable) {
        stage.tolerate(std::nullopt);
        result = solve_stage(t, h, x);
      }
    }
    count();
    return result;
  }
  /// Precondition: an attempt has succeeded.
  double error(const T& h, const State& x, const Tolerance<S>& tolerance) {
    const auto& stages = radau.stepper.last_stages();
    theta = stage.theta.col(0) - stages.theta.col(last);
    v = stage.v.col(0) - stages.v.col(last);
    return tolerance.size(theta, v, x, radau.end, h);
  }
  StepResult accept(const T&, const T&, State& x) {
    radau.accept(x);
    return {};
  }

  Counters counters;

 private:
  static constexpr bool constrained = S::L::RowsAtCompileTime != 0;
  static constexpr int last = 2;

  /// Solves for ŷ, starting from y⁺.
  StepResult solve_stage(const T& t, const T& h, const State& x) {
    const auto& stages = radau.stepper.last_stages();
    stage.chart.centre_at(x.q);
    residual(h, x);
    stage.base_theta.col(0) = stages.theta.col(last) + theta - h * gamma * stages.slope.col(last);
    stage.base_v.col(0) = stages.v.col(last) + v - h * gamma * stages.a.col(last);
    stage.a.col(0) = stages.a.col(last);
    if constexpr (constrained) {
      stage.lambda.col(0) = stages.lambda.col(last);
      stage.mu.col(0) = stages.mu.col(last);
    }
    return stage.solve(t, h, x, [&](int) { return t + h; });
  }

  /// Computes r, into theta and v.
  void residual(const T& h, const State& x) {
    const auto& stages = radau.stepper.last_stages();
    const auto n = v.size();
    const auto carried = [&](Eigen::Index i) { return radau.carried()[static_cast<std::size_t>(i)]; };
    stage.chart.coordinates(x.q, theta);
    for (Eigen::Index i = 0; i < n; ++i) {  // carried vector: v', then the rate of q (methods/implicit/carried.hpp)
      T of_q = h * carried(n + i), of_v = h * carried(i);
      for (int k = 0; k <= last; ++k) {
        of_q += weights[static_cast<std::size_t>(k)] * (stages.theta(i, k) - theta[i]);
        of_v += weights[static_cast<std::size_t>(k)] * (stages.v(i, k) - x.v[i]);
      }
      theta[i] = gamma * of_q;
      v[i] = gamma * of_v;
    }
  }

  void count() {
    counters = radau.stepper.counters;
    for_each_counter(counters, [&](std::string_view name, Counters::Count& sum) {
      for_each_counter(stage.counters, [&](std::string_view other, const Counters::Count& more) {
        if (name == other && sum && more) *sum += *more;
      });
    });
  }

  T gamma;
  std::array<T, 3> weights;
  TiedNewton<S, CoupledRk<S>> radau;
  StageSolver<S, 1> stage;
  V theta, v;
};

}  // namespace plumb
