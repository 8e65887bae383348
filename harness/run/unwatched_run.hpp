#pragma once
// A run that nobody watches, for a clock to be put beside: the same steps as those of a watched run, with the same
// bits.

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "harness/run/planned_steps.hpp"

namespace plumb {

/// A run in any binding and precision, in pieces. It may be started again whenever one likes.
struct UnwatchedRun {
  std::function<StepResult()> start;                   // at t = 0
  std::function<StepResult(std::int64_t steps)> take;  // that many more, after it was started
  std::function<std::vector<double>()> state;          // q, then v, where it stands; rounded to double
};

template <class S, class Make>
class Unwatched {
 public:
  using T = typename S::Scalar;
  using State = typename S::State;
  using Method = std::remove_reference_t<decltype(*std::declval<const Make&>()(std::declval<S&>()))>;

  Unwatched(const S& fresh, const Make& make_method, const State& at_start, const T& h, const Plan& plan)
      : make(make_method),
        system(fresh),
        method(make(system)),
        x0(at_start),
        x(at_start),
        steps(system, *method, h, plan) {}

  StepResult start() {
    x = x0;
    n = 0;
    return steps.start(x);
  }

  StepResult take(std::int64_t count) {
    if constexpr (is_in_one_loop<Method>)
      return take_in_one_loop(count);
    else
      return take_steps(count);
  }

  std::vector<double> state() const {
    std::vector<double> out;
    for (const auto& number : x.q) out.push_back(static_cast<double>(number));
    for (const auto& number : x.v) out.push_back(static_cast<double>(number));
    return out;
  }

 private:
  StepResult take_steps(std::int64_t count) {
    State now = std::move(x);  // a local variable, which small systems keep in registers
    StepResult result;
    for (const auto end = n + count; n < end && result.status == Status::ok; ++n) result = steps.take(n, now);
    x = std::move(now);
    return result;
  }
  [[gnu::flatten]] StepResult take_in_one_loop(std::int64_t count) { return take_steps(count); }

  const Make make;  // it holds what the method was made of
  S system;
  std::unique_ptr<Method> method;
  const State x0;
  State x;
  PlannedSteps<S, Method> steps;
  std::int64_t n = 0;
};

/// A run of the method that `make` makes for a copy of `fresh` (a std::unique_ptr), from x0 at t = 0.
template <class S, class Make>
UnwatchedRun unwatched(const S& fresh, const Make& make, const typename S::State& x0, const typename S::Scalar& h,
                       const Plan& plan) {
  const auto run = std::make_shared<Unwatched<S, Make>>(fresh, make, x0, h, plan);
  return {.start = [run] { return run->start(); },
          .take = [run](std::int64_t steps) { return run->take(steps); },
          .state = [run] { return run->state(); }};
}

}  // namespace plumb
