#pragma once
// The step size after every trial: a PI controller.
//
//   h_new = h min(10, max(1/5, 0.9 err^−α err_before^β)),  β = 1/(5k),  α = 1/k − 3β/4      after an accepted step
//   h_new = h max(1/5, 0.9 err^−α)                                                          after a rejected one
//
// Here err = C h^k is the estimate divided by the tolerance. A step is accepted if err ≤ 1; the first step after a
// rejection does not grow. Source: Hairer, Nørsett & Wanner, Solving ODEs I, section II.4 with the stabilisation of
// section IV.2 of volume II, with the constants of their code DOPRI5 (k = 5: β = 0.04).

#include <algorithm>
#include <cmath>

namespace plumb {

class StepControl {
 public:
  /// The error estimate is O(h^k).
  explicit StepControl(int k) : beta(0.2 / k), alpha(1.0 / k - 0.75 * beta) {}

  /// Deletes the history of earlier steps.
  void restart() {
    before = least_error;
    was_rejected = false;
  }

  /// Returns h_new/h after a step with the estimated error `error`, in units of the tolerance. The step is accepted if
  /// error <= 1; a NaN counts as too large.
  double factor(double error) {
    if (!(error <= 1)) {
      was_rejected = true;
      return std::isfinite(error) ? std::max(least, safety * std::pow(error, -alpha)) : least;
    }
    const double most = was_rejected ? 1 : largest;
    const double requested = safety * std::pow(std::max(error, 1e-300), -alpha) * std::pow(before, beta);
    before = std::max(error, least_error);
    was_rejected = false;
    return std::clamp(requested, least, most);
  }

  /// Returns h_new/h after an attempt that failed before its error was estimated, for example in Newton's iteration.
  double factor_of_failure() {
    was_rejected = true;
    return 0.25;
  }

 private:
  static constexpr double safety = 0.9, least = 0.2, largest = 10, least_error = 1e-4;
  double beta, alpha;
  double before = least_error;
  bool was_rejected = false;
};

}  // namespace plumb
