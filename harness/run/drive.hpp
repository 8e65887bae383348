#pragma once
// One run: a method takes a system from t = 0 to the horizon, watched at every step.
//
// Times are t_n = n h, never accumulated. The loop is a template so that the same source serves the erased binding (all
// methods, all problems) and the static one (the pairs with many steps); both give the same bits.
//
// The clock runs while the method works and stands while its states are looked at. Reading it costs as much as some
// steps of a small system, so steps come in blocks: their states are kept, and looked at when the block is full. To
// keep them takes time as well, which shows in cheap steps: those are timed again, unwatched (run_cell.cpp).

#include "harness/run/monitor.hpp"
#include "harness/run/planned_steps.hpp"

namespace plumb {

template <class S, class M>
class Drive {
 public:
  using T = typename S::Scalar;
  using State = typename S::State;

  Drive(S& system, S& observer, M& stepper, const State& x0, const T& step, const Plan& plan_, int output_count)
      : h(step),
        plan(plan_),
        steps(system, stepper, step, plan_),
        monitor(observer, x0, run, output_count),
        block(block_size(x0), x0),
        poisoned(plan_),
        sampled(plan_) {}

  /// Takes at most `last_step` steps of the plan. `stop` is polled at every step.
  Run<T> operator()(State x, const StopRequest& stop, const Listener<T>& listener, std::int64_t last_step) {
    auto initial = x;  // its accelerations are not the method's
    monitor.poison(initial);
    monitor.sample(T(0), initial);
    const double begin = listener.clock();
    run.last = steps.start(x);
    run.seconds = listener.clock() - begin;
    run.starting = run.last.status != Status::ok;
    while (run.last.status == Status::ok && run.steps < last_step) {
      look_at(block_of(x, stop, last_step, listener.clock), listener);
      if (listener.steps_completed) listener.steps_completed->store(run.steps, std::memory_order_relaxed);
      if (listener.watched) tell(listener);
    }
    monitor.finish();
    run.status = run.last.status;
    return std::move(run);
  }

 private:
  void tell(const Listener<T>& listener) {
    monitor.tell();
    listener.watched(run);
  }

  /// The steps of a plan at which samples are taken, in order.
  struct SampleSteps {
    explicit SampleSteps(const Plan& of) : plan(of), next(of.step_of_sample(1)) {}
    bool take(std::int64_t n) {
      if (n != next) return false;
      next = plan.step_of_sample(++index);
      return true;
    }

    const Plan& plan;
    std::int64_t index = 1, next;
  };

  /// States that stay in the fastest cache, and so many that the clock is read once in thousands of instructions.
  static std::size_t block_size(const State& x) {
    constexpr std::size_t bytes = 32768, most = 256;
    const auto numbers = static_cast<std::size_t>(x.q.size() + x.v.size() + x.a.size() + x.lambda.size());
    return std::clamp<std::size_t>(bytes / (sizeof(T) * std::max<std::size_t>(1, numbers)), 1, most);
  }

  StepResult step(std::int64_t n, State& x) {
    if (poisoned.take(n + 1) || n == 0) monitor.poison(x);
    return steps.take(n, x);
  }

  std::size_t block_of(State& x, const StopRequest& stop, std::int64_t last_step, const Clock& clock) {
    if constexpr (is_in_one_loop<M>)
      return take_block_in_one_loop(x, stop, last_step, clock);
    else
      return take_block(x, stop, last_step, clock);
  }
  [[gnu::flatten]] std::size_t take_block_in_one_loop(State& x, const StopRequest& stop, std::int64_t last_step,
                                                      const Clock& clock) {
    return take_block(x, stop, last_step, clock);
  }

  /// No more steps than were looked at before: of a run whose process ends in the middle, half is known at least.
  std::size_t steps_of_a_block(std::int64_t last_step) const {
    const auto looked_at = std::max<std::int64_t>(1, run.steps);
    return std::min(block.size(), static_cast<std::size_t>(std::min(last_step - run.steps, looked_at)));
  }

  /// Steps until the block is full or something ends the run; how many were completed.
  std::size_t take_block(State& x, const StopRequest& stop, std::int64_t last_step, const Clock& clock) {
    const double begin = clock();
    const auto most = steps_of_a_block(last_step);
    StepResult last;  // not of the run yet: the compiler cannot know that what is written there is no state
    std::size_t taken = 0;
    while (taken < most) {
      last.status = stop.load(std::memory_order_relaxed);
      if (last.status != Status::ok) break;
      last = step(run.steps + static_cast<std::int64_t>(taken), x);
      if (last.status != Status::ok) break;
      block[taken++] = x;
    }
    run.last = last;
    run.seconds += clock() - begin;
    return taken;
  }

  void look_at(std::size_t taken, const Listener<T>& listener) {
    for (std::size_t k = 0; k < taken; ++k) {
      const auto n = run.steps + 1;
      const T t = static_cast<T>(n) * h;
      if (!monitor.watch(t, block[k])) {
        run.steps_beyond = static_cast<std::int64_t>(taken - k - 1) + (run.last.status == Status::ok ? 0 : 1);
        run.last = {Status::non_finite, 0, "state"};
        return;
      }
      run.steps = n;
      run.t_reached = t;
      if (!sampled.take(n)) continue;
      const auto& sample = monitor.sample(t, block[k]);
      if (listener.sample) listener.sample(sample);
    }
  }

  const T h;
  const Plan& plan;
  PlannedSteps<S, M> steps;
  Run<T> run;
  Monitor<S> monitor;
  std::vector<State> block;
  SampleSteps poisoned, sampled;
};

/// Runs `method` on its `system` from x at t = 0, at most `last_step` steps of the plan. `observer` is another instance
/// of the system. A run that fails keeps what was watched up to there.
template <class S, class M>
Run<typename S::Scalar> drive(S& system, S& observer, M& method, const typename S::State& x,
                              const typename S::Scalar& h, const Plan& plan, int output_count, const StopRequest& stop,
                              const Listener<typename S::Scalar>& listener, std::int64_t last_step) {
  return Drive<S, M>(system, observer, method, x, h, plan, output_count)(x, stop, listener, last_step);
}
template <class S, class M>
Run<typename S::Scalar> drive(S& system, S& observer, M& method, const typename S::State& x,
                              const typename S::Scalar& h, const Plan& plan, int output_count, const StopRequest& stop,
                              const Listener<typename S::Scalar>& listener = {}) {
  return drive(system, observer, method, x, h, plan, output_count, stop, listener, plan.steps);
}

}  // namespace plumb
