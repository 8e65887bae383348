#pragma once
// RunnerOn is a Runner for a system and a method whose types may be known at compile time. The type-erased types are
// one such pair.
//
// Times are t_n = t_begin + n h, never accumulated. At a discontinuity of the motion, a step ends a few rounding errors
// earlier, so that it uses the forces before the discontinuity. The method restarts a few rounding errors later.

#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include "harness/run/projection.hpp"
#include "harness/run/runner.hpp"

namespace plumb {

/// A method M with its whole step inlined into the loop over the steps. This is opt-in, because inlining coupled stages
/// takes minutes to compile.
template <class M>
struct InOneLoop : M {
  using M::M;
  using IsInOneLoop = void;
};
template <class M>
concept is_in_one_loop = requires {
  typename M::IsInOneLoop;
};

template <class S, class Make>
class RunnerOn {
 public:
  using T = typename S::Scalar;
  using State = typename S::State;
  using Method = std::remove_reference_t<decltype(*std::declval<const Make&>()(std::declval<S&>()))>;

  RunnerOn(const S& fresh, const Make& make_method, const RunSetup<T>& setup)
      : make(make_method),
        system(fresh),
        method(make(system)),
        x0{setup.start.q, setup.start.v, setup.start.a, setup.start.lambda},
        x(x0),
        begin(setup.begin),
        h(setup.h),
        projects_velocities(setup.projects_velocities),
        settles(setup.settles),
        restarts(setup.restarts),
        samples(setup.samples),
        is_sampled(samples) {
    if (setup.projects_positions) projection.emplace(system);
  }

  StepResult start() {
    x = x0;
    n = 0;
    restarted = 0;
    is_sampled = SampleSchedule(samples);
    if constexpr (Settles<S>)
      if (settles && !system.choose_chart(begin, x.q)) return singular_constraints;
    return method->start(begin, h, x);
  }

  StepResult take(std::int64_t count) {
    if constexpr (is_in_one_loop<Method>)
      return take_in_one_loop(count);
    else
      return take_steps(count);
  }

  StepResult keep(std::int64_t most, const StopRequest& stop, Block<T>& block) {
    if constexpr (is_in_one_loop<Method>)
      return keep_in_one_loop(most, stop, block);
    else
      return keep_steps(most, stop, block);
  }

  std::vector<double> state() const {
    std::vector<double> out;
    for (const auto& number : x.q) out.push_back(static_cast<double>(number));
    for (const auto& number : x.v) out.push_back(static_cast<double>(number));
    return out;
  }

  Counters counters() const {
    if constexpr (requires { method->counters(); })
      return total(system.counters, method->counters(), n);
    else
      return total(system.counters, method->counters, n);
  }

 private:
  static constexpr StepResult singular_constraints = {Status::singular, 0,
                                                      "the constraints are redundant or singular near this state"};

  StepResult take_steps(std::int64_t count) {
    State now = std::move(x);  // local variable, because small systems then stay in registers
    StepResult last;
    for (const auto end = n + count; n < end && last.status == Status::ok;) last = step(now);
    x = std::move(now);
    return last;
  }
  [[gnu::flatten]] StepResult take_in_one_loop(std::int64_t count) { return take_steps(count); }

  StepResult keep_steps(std::int64_t most, const StopRequest& stop, Block<T>& block) {
    State now = std::move(x);
    StepResult last;
    std::size_t taken = 0;
    for (const auto end = n + most; n < end;) {
      last.status = stop.load(std::memory_order_relaxed);
      if (last.status != Status::ok) break;
      if (is_sampled(n + 1) || n == 0) poison(now);
      last = step(now);
      if (last.status != Status::ok) break;
      auto& kept = block.states[taken++];
      kept.q = now.q;
      kept.v = now.v;
      kept.a = now.a;
      kept.lambda = now.lambda;
      if (!is_moderate(now)) break;
    }
    block.taken = taken;
    x = std::move(now);
    return last;
  }
  [[gnu::flatten]] StepResult keep_in_one_loop(std::int64_t most, const StopRequest& stop, Block<T>& block) {
    return keep_steps(most, stop, block);
  }

  /// Takes the step from n to n + 1.
  StepResult step(State& now) {
    T t = begin + static_cast<T>(n) * h;
    const T t_next = begin + static_cast<T>(n + 1) * h;
    if (restarted > 0 && restarts[restarted - 1] == n) t += rounding_margin(t);
    if (restarted < restarts.size() && restarts[restarted] == n + 1) return step_to_break(t, t_next, now);
    auto result = method->step(t, h, now);
    if (result.status == Status::ok) result = on_constraints(t_next, now);
    if (result.status == Status::ok) ++n;
    if constexpr (std::is_same_v<T, long double>) flush_subnormals(now);
    return result;
  }

  /// Moves the state onto the constraints, if the formulation requires it.
  StepResult on_constraints(const T& t, State& now) {
    if (projection) return projection->apply(t, now, projects_velocities);
    if constexpr (Settles<S>) {
      if (!settles) return {};
      const bool is_found = system.settle(t, now.q, now.v, settled.q, settled.v);
      if (!is_found) return singular_constraints;
      now.q = settled.q;
      now.v = settled.v;
    }
    return {};
  }

  /// Flushes components below sqrt(min) to zero: their squares would be subnormal, and arithmetic of long doubles on
  /// subnormals is about 100 times slower. The components out of the plane of a planar motion decay to that size within
  /// a few thousand steps.
  static void flush_subnormals(State& now) {
    static const T least = std::sqrt(std::numeric_limits<T>::min());
    const auto drop = [](auto& of) { of = (of.array().abs() < least).select(T(0), of); };
    drop(now.q);
    drop(now.v);
  }

  StepResult step_to_break(const T& t, const T& t_break, State& now) {
    const T t_next = t_break - rounding_margin(t_break);
    auto result = method->step(t, t_next - t, now);
    if (result.status == Status::ok) result = on_constraints(t_next, now);
    if (result.status != Status::ok) return result;
    ++n;
    ++restarted;
    const State ended = now;  // accelerations and multipliers before the discontinuity
    result = method->start(t_break + rounding_margin(t_break), h, now);
    now.a = ended.a;
    now.lambda = ended.lambda;
    return result;
  }

  /// Returns a few rounding errors of the time t = begin + n h. They include the rounding of its terms, since t may be
  /// 0.
  T rounding_margin(const T& t) const {
    using std::abs;
    return 4 * std::numeric_limits<T>::epsilon() * (abs(t) + abs(begin) + abs(h));
  }

  static void poison(State& now) {
    now.a.setConstant(std::numeric_limits<T>::quiet_NaN());
    now.lambda.setConstant(std::numeric_limits<T>::quiet_NaN());
  }

  /// Returns whether the fourth powers of all components are finite, as an energy may need them.
  bool is_moderate(const State& now) const {
    return (now.q.array().abs() < moderate).all() && (now.v.array().abs() < moderate).all();
  }
  static T fourth_root_of_the_largest() {
    using std::sqrt;
    return sqrt(sqrt(std::numeric_limits<T>::max()));
  }

  const Make make;  // creates the method, and owns its data
  S system;
  std::unique_ptr<Method> method;
  const State x0;
  State x;
  const T begin, h;
  const bool projects_velocities, settles;
  State settled = x0;  // q and v after the last step
  const T moderate = fourth_root_of_the_largest();
  std::optional<Projection<S>> projection;
  const std::vector<std::int64_t> restarts;
  std::size_t restarted = 0;  // number of completed restarts
  const SampleSteps samples;
  SampleSchedule is_sampled;
  std::int64_t n = 0;  // number of steps completed since the start
};

/// Returns a runner for the method that `make` creates (as a std::unique_ptr), on a copy of the system `fresh`.
/// Construction allocates, and a start may; a step does not.
template <class S, class Make>
TypedRunner<typename S::Scalar> runner_on(const S& fresh, const Make& make, const RunSetup<typename S::Scalar>& setup) {
  using T = typename S::Scalar;
  const auto on = std::make_shared<RunnerOn<S, Make>>(fresh, make, setup);
  TypedRunner<T> out;
  out.start = [on] { return on->start(); };
  out.take = [on](std::int64_t steps) { return on->take(steps); };
  out.state = [on] { return on->state(); };
  out.counters = [on] { return on->counters(); };
  out.keep = [on](std::int64_t most, const StopRequest& stop, Block<T>& block) { return on->keep(most, stop, block); };
  return out;
}

}  // namespace plumb
