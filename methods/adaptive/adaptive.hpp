#pragma once
// An adaptive stepper: a one-step method with an embedded error estimate (a pair) chooses its own steps. The step size
// of a run is the output interval.
//
// All pairs share tolerance.hpp, initial_step.hpp and step_control.hpp. An output interval ends exactly: its last step
// is the remainder, and a remainder of less than two steps is divided evenly. A step shortened for this reason does not
// shorten the next one. Rejected steps are repeated with smaller sizes, down to the rounding of the time.
//
// Memory: the proposed size of the next step, the last error, and the memory of the pair.

#include "contract/inner_steps.hpp"
#include "contract/stop.hpp"
#include "methods/adaptive/initial_step.hpp"
#include "methods/adaptive/step_control.hpp"

namespace plumb {

/// A method whose steps have an error estimate. Adaptive decides whether a step is accepted.
template <class P, class S>
concept EmbeddedPair = requires(P p, typename S::Scalar t, typename S::State& x, const typename S::State& from,
                                const Tolerance<S>& tolerance) {
  { p.power } -> std::convertible_to<int>;                           // exponent of h in the error estimate
  { p.start(t, t, x) } -> std::same_as<StepResult>;                  // completes x; may allocate
  { p.renew(t, x) } -> std::same_as<StepResult>;                     // restarts after an external change of x
  { p.attempt(t, t, from, tolerance) } -> std::same_as<StepResult>;  // a step that may be discarded
  { p.error(t, from, tolerance) } -> std::same_as<double>;  // error estimate of the last attempt, as ‖e‖ / tolerance
  { p.accept(t, t, x) } -> std::same_as<StepResult>;        // accepts the last attempt
  { p.counters } -> std::convertible_to<Counters&>;
};

template <class S, class Pair>
requires EmbeddedPair<Pair, S>
class Adaptive {
 public:
  using T = typename S::Scalar;
  using State = typename S::State;

  template <class... Extra>
  Adaptive(S& system, const MethodOptions& options, Extra&&... extra)
      : pair(system, options, std::forward<Extra>(extra)...),
        tolerance(system, options.parameters),
        initial_step(system),
        control(pair.power),
        arrived(zero_state(system)) {}

  StepResult start(const T& t, const T& h, State& x) {
    using std::abs;
    if (const auto result = pair.start(t, h, x); result.status != Status::ok) return result;
    if (!tolerance.measures(x))
      return {Status::unsupported, 0, "a component that begins at 0 needs an absolute tolerance: set atol > 0"};
    control.restart();
    counters.rejected_steps = rejected_steps;
    proposed = abs(initial_step(tolerance, pair.power, t, x, h));
    arrived = x;
    return {};
  }

  StepResult step(const T& t, const T& h, State& x) {
    using std::abs;
    if (x.q != arrived.q || x.v != arrived.v)
      if (const auto result = pair.renew(t, x); result.status != Status::ok) return result;
    const T end = t + h;
    T now = t;
    const std::int64_t accepted_before = accepted_steps;
    std::int64_t cut = 0;
    for (int n = 0; n < most_steps; ++n) {
      stopping_point();
      const T left = end - now, trial = trial_of(left);
      const bool last = trial == left, is_cut = abs(trial) < proposed;
      const auto result = take(now, trial, end, x);
      counters.rejected_steps = rejected_steps;  // the pair may have reset its counters
      if (result.status != Status::ok) return result;
      if (!accepted) continue;
      if (is_cut) ++cut;
      if (last) {
        report_inner_steps(accepted_steps - accepted_before, cut);
        arrived.q = x.q;
        arrived.v = x.v;
        return {};
      }
      now += trial;
    }
    return {Status::step_limit, 0, "100000 steps within one output interval"};
  }

  std::span<T> memory() { return {}; }

 private:
  Pair pair;

 public:
  Counters& counters = pair.counters;
  std::int64_t accepted_steps = 0, rejected_steps = 0;

 private:
  static constexpr int most_steps = 100'000;

  T trial_of(const T& left) const {
    using std::abs;
    const T size = abs(left);
    if (proposed >= size * T(0.99)) return left;
    if (2 * proposed > size) return left / 2;
    return left < 0 ? T(-proposed) : proposed;
  }

  /// Tries one step and sets `accepted`. Returns a failure only if no smaller step can help.
  StepResult take(const T& now, const T& h, const T& end, State& x) {
    using std::abs;
    accepted = false;
    const auto attempt = pair.attempt(now, h, x, tolerance);
    if (attempt.status == Status::unsupported) return attempt;
    const bool failed = attempt.status != Status::ok;
    const double error = failed ? 0 : pair.error(h, x, tolerance);
    const T size = abs(h), wanted = size * T(failed ? control.factor_of_failure() : control.factor(error));
    if (!failed && error <= 1) {
      accepted = true;
      refused = false;
      ++accepted_steps;
      proposed = size < proposed ? std::max<T>(proposed, wanted) : wanted;
      return pair.accept(now, h, x);
    }
    ++rejected_steps;
    refused = refused || !failed;
    proposed = wanted;
    const T u = unit_roundoff<T>(), smallest = 16 * u * std::max<T>(abs(now), u * abs(end));  // smallest step, never 0
    if (wanted > smallest) return {};
    if (!refused) return attempt;
    return {Status::tolerance_unreachable, static_cast<double>(wanted),
            "the error test requires a step below the resolution of the time [s],", static_cast<double>(smallest)};
  }

  Tolerance<S> tolerance;
  InitialStep<S> initial_step;
  StepControl control;
  State arrived;  // state at the end of the last output interval
  T proposed = 0;
  bool accepted = false;
  bool refused = false;  // whether the error test rejected a step since the last accepted step
};

}  // namespace plumb
