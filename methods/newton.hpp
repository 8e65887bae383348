#pragma once
// When Newton's iteration ends: the same judgement for every implicit method.

#include <cmath>

#include "contract/method.hpp"

namespace plumb {

/// Fed with the size of every increment (or residual) and of the quantity that it changes (or is the balance of).
///
/// A tolerance given by the user is absolute [unit of the tested quantity]. The default is what rounding leaves, 16 u
/// (1 + scale); cancellation may leave more, so that an iteration which stops improving within 1e5 u (1 + scale) has
/// also converged.
template <class T>
class NewtonVerdict {
 public:
  enum Answer { iterate, converged, failed };

  explicit NewtonVerdict(const NewtonSettings& newton) : settings(newton) {}

  void restart() { before = T(std::numeric_limits<double>::max()), iterations = 0; }

  Answer judge(const T& size, const T& scale, std::string_view detail) {
    using std::isfinite;
    ++iterations;
    const T rounding = unit_roundoff<T>() * (1 + scale);
    const T tolerance = settings.tolerance ? T(*settings.tolerance) : 16 * rounding;
    if (!isfinite(size)) return fail(Status::non_finite, size, detail);
    if (size <= tolerance) return converged;
    if (iterations > 2 && size >= before / 2 && size <= T(100000) * rounding)
      return settings.tolerance ? fail(Status::tolerance_unreachable, size, detail) : converged;
    if (iterations >= settings.max_iterations) return fail(Status::newton_diverged, size, detail);
    before = size;
    return iterate;
  }

  const StepResult& result() const { return outcome; }  // of the last failure

 private:
  Answer fail(Status status, const T& size, std::string_view detail) {
    outcome = {status, static_cast<double>(size), detail};
    return failed;
  }

  NewtonSettings settings;
  T before = T(std::numeric_limits<double>::max());
  int iterations = 0;
  StepResult outcome;
};

}  // namespace plumb
