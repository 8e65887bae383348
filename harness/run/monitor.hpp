#pragma once
// The monitor observes a run: at every step it updates the drifts of conserved quantities and constraints, and at the
// sample times it copies the state.

#include <fmt/format.h>

#include <limits>
#include <optional>
#include <stdexcept>

#include "contract/erasure.hpp"
#include "harness/run/energy_balance.hpp"

namespace plumb {

/// Observes a run with a separate system, so that its evaluations do not count as work of the method.
template <class T>
class Monitor {
 public:
  using State = typename AnySystem<T>::State;

  /// The start time of the run, the start time of the observation window, and the step [s].
  struct Beginnings {
    T run, window, step;
  };
  /// Writes to `result` and `newest_sample`, which must outlive the monitor. Drifts are measured from the last state at
  /// or before the start of the window. Throws std::length_error if the system has more than Watched::most_invariants
  /// invariants.
  Monitor(AnySystem<T>& observer, const State& x0, const Beginnings& begins, Watched& result, Sample<T>& newest_sample,
          int output_count)
      : s(observer),
        window(begins.window + rounding * (begins.window - begins.run)),
        step(begins.step),
        run(result),
        newest(newest_sample),
        a(x0.v),
        constraint(x0.lambda),
        multiplier(x0.lambda),
        now(Vec<T>::Zero(observer.invariant_count())),
        initial(now),
        outputs(Vec<T>::Zero(output_count)),
        flow(x0),
        no_turn(Vec<T>::Zero(x0.v.size())),
        increment(no_turn) {
    run.conservative = s.conservative();
    run.constrained = s.sizes().lambda != 0;
    if (now.size() > static_cast<Eigen::Index>(Watched::most_invariants))
      throw std::length_error(
          fmt::format("{} invariants: at most {} are watched", now.size(), Watched::most_invariants));
    begin(begins.run, x0, s.energy(begins.run, x0.q, x0.v));
  }

  /// Checks the state x after a step and updates the maxima. Returns false if the state or its energy is not finite.
  bool watch(const T& t, const State& x) {
    using std::isfinite;
    const T energy = s.energy(t, x.q, x.v), change = energy - energy0;
    const bool finite = isfinite(change) && isfinite(x.q.sum());
    if (t <= window) {
      if (finite) begin(t, x, energy);
      return finite;
    }
    if (balance) {
      if (finite) watch_work(t, x, change);
    } else {
      watch_energy(change);
    }
    if (run.constrained) watch_constraints(t, x);
    if (now.size() != 0) watch_invariants(t, x);
    return finite;
  }

  /// Stores preliminary values of the energy balance, which is complete only after the last step.
  void report() {
    if (balance) balance->report();
  }
  /// Completes the energy balance after the last step.
  void finish() {
    if (balance) balance->finish();
  }

  /// Copies the state at a sample time. Accelerations and multipliers that the method does not compute come from the
  /// index-1 equations.
  const Sample<T>& sample(const T& t, const State& x) {
    using std::isfinite;
    const bool has_a = isfinite(x.a.sum()), has_lambda = run.constrained && isfinite(x.lambda.sum());
    auto& out = newest;
    out.t = t;
    out.q = x.q;
    out.v = x.v;
    out.a = x.a;
    out.lambda = x.lambda;
    if (!has_a || (run.constrained && !has_lambda)) {
      acceleration_or_nan(s, t, x.q, x.v, a, multiplier);
      if (!has_a) out.a = a;
      if (!has_lambda) out.lambda = multiplier;
    }
    s.outputs(t, x, outputs);
    out.outputs = outputs;
    return out;
  }

 private:
  /// Makes this state the reference of all drifts.
  void begin(const T& t, const State& x, const T& energy) {
    energy0 = energy;
    if (!run.conservative && s.has_power()) {
      const T p = power(t, x);
      const bool begins_again = t + step <= window;
      balance.emplace(t, p, begins_again ? T(0) : power_curvature(t, x, p, true), run);
    }
    s.invariants(t, x.q, x.v, initial);
  }
  void watch_work(const T& t, const State& x, const T& change) {
    const T p = power(t, x);
    const T curvature = balance->is_curvature_due() ? power_curvature(t, x, p, false) : T(0);
    balance->add(t, p, curvature, change);
  }
  void watch_energy(const T& change) {
    using std::abs;
    const auto deviation = static_cast<double>(abs(change));
    if (deviation > run.energy_max) run.energy_max = deviation;
    run.energy_end = deviation;
  }
  void watch_constraints(const T& t, const State& x) {
    using std::isfinite;
    s.constraint(t, x.q, constraint);
    raise(run.drift_position, constraint);
    s.constraint_rate(t, x.q, x.v, constraint);
    raise(run.drift_velocity, constraint);
    if (isfinite(x.a.sum())) watch_accelerations(t, x);  // only some methods compute accelerations
  }
  void watch_invariants(const T& t, const State& x) {
    using std::abs;
    s.invariants(t, x.q, x.v, now);
    for (Eigen::Index i = 0; i < now.size(); ++i) {
      const auto change = static_cast<double>(abs(now[i] - initial[i]));
      auto& most = run.invariant_max[static_cast<std::size_t>(i)];
      if (change > most) most = change;
    }
  }

  /// Returns dE/dt at a state. If constraints move, it depends on multipliers. These are computed from the index-1
  /// equations, because multipliers of the method may be far less accurate than its q and v, and refer to other times.
  T power(const T& t, const State& x) {
    using std::isfinite;
    if (!is_power_of_multipliers) {
      multiplier.setConstant(std::numeric_limits<T>::quiet_NaN());
      const T out = s.power(t, x.q, x.v, multiplier);
      if (isfinite(out) || !run.constrained) return out;
      // Stored, because evaluating the power twice at each state would double its cost.
      is_power_of_multipliers = true;
    }
    acceleration_or_nan(s, t, x.q, x.v, a, multiplier);
    return s.power(t, x.q, x.v, multiplier);
  }
  /// Returns h² d²P/dt² along the solution of the equations of motion through a state with power P; h is the step. At
  /// the start the differences are one-sided, because forces may begin there.
  T power_curvature(const T& t, const State& x, const T& p, bool is_start) {
    const T small = T(1) / 1024, d = small * step;
    acceleration_or_nan(s, t, x.q, x.v, flow.a, multiplier);
    const auto after = [&](const T& dt) {
      flow.v = x.v + dt / 2 * flow.a;
      s.chart_rate(x.q, no_turn, flow.v, increment);
      increment *= dt;
      s.retract(x.q, increment, flow.q);
      flow.v = x.v + dt * flow.a;
      return power(t + dt, flow);
    };
    const T change = is_start ? after(2 * d) - 2 * after(d) + p : after(d) - 2 * p + after(-d);
    return change / (small * small);
  }

  void watch_accelerations(const T& t, const State& x) {
    s.constraint_acceleration(t, x.q, x.v, x.a, constraint);
    double most = run.drift_acceleration.value_or(0);
    raise(most, constraint);
    run.drift_acceleration = most;
  }

  static void raise(double& most, const Vec<T>& values) {
    const auto size = static_cast<double>(values.template lpNorm<Eigen::Infinity>());
    if (size > most) most = size;
  }

  static constexpr double rounding = 1e-12;  // relative rounding error of times
  AnySystem<T>& s;
  T window;  // begin of the time span in which drifts count
  T step;
  Watched& run;
  Sample<T>& newest;
  Vec<T> a, constraint, multiplier, now, initial, outputs;
  State flow;                 // for power_curvature: state near x on the solution of the equations of motion through x
  Vec<T> no_turn, increment;  // zero increment of q; increment of q
  T energy0 = 0;
  bool is_power_of_multipliers = false;
  std::optional<EnergyBalance<T>> balance;  // balance of energy and work; only for driven or damped systems
};

}  // namespace plumb
