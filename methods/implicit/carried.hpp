#pragma once
// The memory of Runge-Kutta methods with implicit stages, and the beginning and end of their steps.
//
//   y_{k+1} = Y_s if the method is stiffly accurate, else y_k + h (b_0 ẏ_k + Σ b_i Ẏ_i)
//
// If the method is stiffly accurate, accelerations and multipliers at the end are taken from the last stage. Otherwise
// they solve the index-1 equations at y_{k+1} (end=equations), or are extrapolated from the stages (end=stages):
// z_{k+1} = z_k + Σ_i (bᵀa⁻¹)_i (Z_i − z_k), which has only the stage order.
//
// Memory: v' and λ at t_k, as initial guesses of Newton's iteration, and for ggl also R, the rate of positions as a
// velocity, and m = μ/h.

#include "methods/implicit/chart.hpp"

namespace plumb {

template <class S>
class Carried {
 public:
  using T = typename S::Scalar;
  using State = typename S::State;

  Carried(S& system, const Parameters& parameters)
      : at(zero_state(system)),
        s(system),
        momenta(system.sizes().momenta),
        extrapolates(parameters.is("end", "stages")),
        sum(at.v),
        velocity(at.v),
        centre(at.v),
        store(Vec<T>::Zero(2 * system.sizes().v + 2 * system.sizes().lambda)) {}

  State at;  // state at the beginning of the step

  auto a() { return store.head(s.sizes().v); }
  auto rate_of_q() { return store.segment(s.sizes().v, s.sizes().v); }
  auto lambda() { return store.segment(2 * s.sizes().v, s.sizes().lambda); }
  auto mu() { return store.tail(s.sizes().lambda); }
  std::span<T> memory() { return {store.data(), static_cast<std::size_t>(store.size())}; }

  void start(const State& x) {
    a() = x.a;
    lambda() = x.lambda;
    take_rate(x.q, x.v);
    mu().setZero();
  }
  /// Stores the rate of positions at q for the velocity v.
  template <class Velocity>
  void take_rate(const typename S::Q& q, const Velocity& v) {
    if (!momenta) {
      rate_of_q() = v;
      return;
    }
    velocity = v;
    s.chart_rate(q, centre, velocity, sum);
    rate_of_q() = sum;
  }

  /// Sets ẏ_k in `at` and rate_of_q(): from memory, or if `reevaluated` is set, from the index-1 equations. Returns
  /// false if these equations are singular.
  bool begin(const T& t, const State& x, bool reevaluated) {
    at.q = x.q;
    at.v = x.v;
    at.a = a();
    at.lambda = lambda();
    if (!is_stabilised(s.form())) take_rate(x.q, x.v);
    if (!reevaluated) return true;
    take_rate(x.q, x.v);
    return s.acceleration(t, x.q, x.v, at.a, at.lambda);
  }

  /// Computes y_{k+1} from the weights. `slopes`, `accelerations` and `multipliers` have the columns P_i, A_i and λ_i
  /// of the stages. Returns false if the equations for the acceleration are singular.
  template <class Table, class Slopes, class Multipliers>
  bool end_with_weights(const Table& table, const T& t, const T& h, Chart<S>& chart, const Slopes& slopes,
                        const Slopes& accelerations, const Multipliers& multipliers, State& x) {
    chart.coordinates(x.q, sum);
    if (table.has_first_stage) {
      sum += h * table.b0 * rate_of_q();
      x.v += h * table.b0 * at.a;
    }
    for (int i = 0; i < table.stages(); ++i) {
      sum += (h * table.b[i]) * slopes.col(i);
      x.v += (h * table.b[i]) * accelerations.col(i);
    }
    chart.position(sum, x.q);
    take_rate(x.q, x.v);
    if (!extrapolates) return s.acceleration(t + h, x.q, x.v, x.a, x.lambda);
    const T past = 1 - table.extrapolation.sum();
    x.a = past * at.a;
    x.lambda = past * at.lambda;
    for (int i = 0; i < table.stages(); ++i) {
      x.a += table.extrapolation[i] * accelerations.col(i);
      if constexpr (constrained) x.lambda += table.extrapolation[i] * multipliers.col(i);
    }
    return true;
  }

 private:
  static constexpr bool constrained = S::L::RowsAtCompileTime != 0;
  S& s;
  bool momenta, extrapolates;
  typename S::V sum, velocity, centre;
  Vec<T> store;
};

}  // namespace plumb
