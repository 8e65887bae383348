#pragma once
// One run: a method takes a system from t = 0 to the horizon, watched at every step.
//
// Times are t_n = n h, never accumulated. The loop is a template so that the same source serves the erased binding (all
// methods, all problems) and the static one (the pairs with many steps); both give the same bits.

#include <atomic>
#include <cstdint>
#include <ctime>
#include <optional>
#include <vector>

#include "contract/method.hpp"
#include "harness/projection.hpp"

namespace plumb {

/// What the outside may ask of a run in progress.
using StopRequest = std::atomic<Status>;  // ok: go on; timeout or interrupted: stop

struct Plan {
  std::int64_t steps = 0;
  std::int64_t samples = 0;  // equidistant sample times after t = 0; 0: every step
  bool projects_positions = false, projects_velocities = false;

  /// Step at which sample i (from 1) is taken.
  std::int64_t step_of_sample(std::int64_t i) const {
    const std::int64_t count = sample_count();
    return steps / count * i + steps % count * i / count;  // ⌊steps i / count⌋
  }
  std::int64_t sample_count() const { return samples == 0 ? steps : std::min(samples, steps); }
};

/// Dynamic copies of the states at the sample times.
template <class T>
struct Sample {
  T t;
  Vec<T> q, v, a, lambda, outputs;
};

template <class T>
struct Run {
  Status status = Status::ok;
  StepResult last;         // what ended the run
  bool starting = false;   // it ended before the first step
  std::int64_t steps = 0;  // completed
  T t_reached = 0;
  std::vector<Sample<T>> samples;
  Sample<T> final_sample;
  T energy_max = 0, energy_end = 0;  // |E − E0| [J]
  T drift_position = 0, drift_velocity = 0;
  std::optional<T> drift_acceleration;  // at the samples; none: the method computes no accelerations
  std::vector<T> invariant_max;         // |I − I0| of each invariant
  double seconds = 0;                   // CPU time of the thread, monitoring included
};

/// CPU time of this thread [s].
inline double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Watches a run through a system of its own, so that nothing it evaluates is counted as the method's work.
template <class S>
class Monitor {
 public:
  using T = typename S::Scalar;
  using State = typename S::State;

  Monitor(S& observer, const State& x0, Run<T>& result, int output_count)
      : s(observer),
        run(result),
        a(x0.v),
        constraint(x0.lambda),
        multiplier(x0.lambda),
        now(Vec<T>::Zero(observer.invariant_count())),
        initial(now),
        outputs(Vec<T>::Zero(output_count)),
        constrained(observer.sizes().lambda != 0) {
    energy0 = s.energy(T(0), x0.q, x0.v);
    s.invariants(T(0), x0.q, x0.v, initial);
    run.invariant_max.assign(static_cast<std::size_t>(now.size()), T(0));
  }

  /// Updates the maxima; false if the state is no longer finite.
  bool watch(const T& t, const State& x) {
    using std::abs, std::isfinite;
    const T deviation = abs(s.energy(t, x.q, x.v) - energy0);
    if (deviation > run.energy_max) run.energy_max = deviation;
    run.energy_end = deviation;
    if (constrained) {
      s.constraint(t, x.q, constraint);
      raise(run.drift_position, constraint);
      s.constraint_rate(t, x.q, x.v, constraint);
      raise(run.drift_velocity, constraint);
    }
    if (now.size() != 0) {
      s.invariants(t, x.q, x.v, now);
      for (Eigen::Index i = 0; i < now.size(); ++i) {
        const T change = abs(now[i] - initial[i]);
        auto& most = run.invariant_max[static_cast<std::size_t>(i)];
        if (change > most) most = change;
      }
    }
    return isfinite(deviation) && isfinite(x.q.sum());
  }

  /// Before a step whose end is sampled: what the method does not compute itself must not look as if it did.
  void poison(State& x) const {
    x.a.setConstant(std::numeric_limits<T>::quiet_NaN());
    x.lambda.setConstant(std::numeric_limits<T>::quiet_NaN());
  }

  /// A sample; accelerations and multipliers that the method does not compute come from the index-1 equations.
  Sample<T> sample(const T& t, const State& x) {
    using std::isfinite;
    const bool has_a = isfinite(x.a.sum()), has_lambda = constrained && isfinite(x.lambda.sum());
    Sample<T> out{t, x.q, x.v, x.a, x.lambda, {}};
    if (!has_a || (constrained && !has_lambda)) {
      s.acceleration(t, x.q, x.v, a, multiplier);
      if (!has_a) out.a = a;
      if (!has_lambda) out.lambda = multiplier;
    }
    if (constrained && has_a) {
      s.constraint_acceleration(t, x.q, x.v, x.a, constraint);
      T most = run.drift_acceleration.value_or(T(0));
      raise(most, constraint);
      run.drift_acceleration = most;
    }
    s.outputs(t, x.q, x.v, outputs);
    out.outputs = outputs;
    return out;
  }

 private:
  template <class E>
  static void raise(T& most, const E& values) {
    const T size = values.template lpNorm<Eigen::Infinity>();
    if (size > most) most = size;
  }

  S& s;
  Run<T>& run;
  typename S::V a;
  typename S::L constraint, multiplier;
  Vec<T> now, initial, outputs;
  bool constrained;
  T energy0 = 0;
};

/// Runs `method` on its `system` from x at t = 0. `observer` is another instance of the system. `stop` is polled.
/// A run that fails keeps the metrics up to there; its final sample is the last one taken.
template <class S, class M>
Run<typename S::Scalar> drive(S& system, S& observer, M& method, typename S::State x, const typename S::Scalar& h,
                              const Plan& plan, int output_count, const StopRequest& stop) {
  using T = typename S::Scalar;
  constexpr std::int64_t polling = 512;
  Run<T> run;
  Monitor<S> monitor(observer, x, run, output_count);
  Projection<S> projection(system);
  run.samples.reserve(static_cast<std::size_t>(plan.sample_count()));
  auto initial = x;  // its accelerations are not the method's
  monitor.poison(initial);
  run.final_sample = monitor.sample(T(0), initial);
  const double begin = thread_seconds();
  run.last = method.start(T(0), h, x);
  run.starting = run.last.status != Status::ok;
  std::int64_t sampled = 1, next_sample = plan.step_of_sample(1);
  for (std::int64_t n = 0; n < plan.steps && run.last.status == Status::ok; ++n) {
    if (n % polling == 0) run.last.status = stop.load(std::memory_order_relaxed);
    if (run.last.status != Status::ok) break;
    const T t = static_cast<T>(n) * h, t_next = static_cast<T>(n + 1) * h;
    const bool takes_sample = n + 1 == next_sample || n + 1 == plan.steps;
    if (takes_sample) monitor.poison(x);
    run.last = method.step(t, h, x);
    if (run.last.status == Status::ok && plan.projects_positions)
      run.last = projection.apply(t_next, x, plan.projects_velocities);
    if (run.last.status != Status::ok) break;
    if (!monitor.watch(t_next, x)) {
      run.last = {Status::non_finite, 0, "state"};
      break;
    }
    run.steps = n + 1, run.t_reached = t_next;
    if (!takes_sample) continue;
    run.final_sample = monitor.sample(t_next, x);
    if (n + 1 == next_sample) {
      run.samples.push_back(run.final_sample);
      next_sample = plan.step_of_sample(++sampled);
    }
  }
  run.seconds = thread_seconds() - begin;
  run.status = run.last.status;
  return run;
}

}  // namespace plumb
