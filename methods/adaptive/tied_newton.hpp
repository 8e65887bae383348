#pragma once
// Steps of an implicit method that can be repeated with another size, with Newton's tolerance tied to the tolerance of
// the step.
//
// Newton's iteration ends when the effect of its increment on the end of a stage is a tenth of the error allowed by the
// error test (Tolerance::of_newton); this last increment is applied. If rounding prevents this, the method iterates to
// the rounding limit from then on. A tolerance or a test on residuals set by the user takes precedence.

#include <optional>

#include "methods/adaptive/tolerance.hpp"

namespace plumb {

/// Requires: `Stepper` has `tolerate`, and its `memory()` contains its whole state between steps.
template <class S, class Stepper>
class TiedNewton {
 public:
  using T = typename S::Scalar;
  using State = typename S::State;

  template <class Coefficients>
  TiedNewton(S& system, const MethodOptions& options, Coefficients&& coefficients)
      : stepper(system, options, std::forward<Coefficients>(coefficients)),
        is_tied(!options.newton.tolerance && options.newton.test == NewtonTest::increment),
        end(zero_state(system)),
        begin(stepper.memory().begin(), stepper.memory().end()) {}

  StepResult start(const T& t, const T& h, State& x) {
    const auto result = stepper.start(t, h, x);
    keep();
    return result;
  }

  /// Makes a step from x, with Newton's tolerance for stages of weight `alpha`; the result is in `end`.
  StepResult attempt(const T& t, const T& h, const T& alpha, const State& x, const Tolerance<S>& tolerance) {
    if (is_tied) stepper.tolerate(tolerance.of_newton(h, alpha, x));
    auto result = once(t, h, x);
    if (is_tied && result.status == Status::tolerance_unreachable) {
      is_tied = false;
      stepper.tolerate(std::nullopt);
      result = once(t, h, x);
    }
    return result;
  }
  /// Returns Newton's tolerance for other iterations in the same step; nullopt: the default.
  std::optional<double> tied(const T& h, const T& alpha, const State& x, const Tolerance<S>& tolerance) const {
    return is_tied ? std::optional(tolerance.of_newton(h, alpha, x)) : std::nullopt;
  }
  void accept(State& x) {
    x = end;
    keep();
  }
  /// The memory of the method at the beginning of the attempted step.
  const std::vector<T>& carried() const { return begin; }

  Stepper stepper;

 private:
  StepResult once(const T& t, const T& h, const State& x) {
    std::copy(begin.begin(), begin.end(), stepper.memory().begin());
    end = x;
    return stepper.step(t, h, end);
  }
  void keep() { std::copy(stepper.memory().begin(), stepper.memory().end(), begin.begin()); }

  bool is_tied;

 public:
  State end;

 private:
  std::vector<T> begin;  // memory of the method at the beginning of the step
};

}  // namespace plumb
