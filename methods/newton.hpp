#pragma once
// How Newton's iteration measures, and when it ends: the same for every implicit method.

#include <cmath>
#include <concepts>

#include "contract/method.hpp"

namespace plumb {

/// Size of Eigen vectors or matrices taken together as one, in the chosen norm; 0 if all are empty. Not-a-number in any
/// entry is the answer.
template <class X, class... More>
typename X::Scalar newton_norm(NewtonNorm norm, const X& part, const More&... more) {
  using T = typename X::Scalar;
  using std::abs, std::sqrt;
  T out = 0;
  const auto each = [](const auto& x, auto&& take) {  // in one order, whatever the sizes
    for (Eigen::Index j = 0; j < x.cols(); ++j)
      for (Eigen::Index i = 0; i < x.rows(); ++i) take(T(x.coeff(i, j)));
  };
  if (norm == NewtonNorm::max) {
    const auto largest = [&out](const T& entry) {
      const T size = abs(entry);
      if (size > out || size != size) out = size;
    };
    each(part, largest), (each(more, largest), ...);
    return out;
  }
  const auto add = [&out](const T& entry) { out += entry * entry; };
  each(part, add), (each(more, add), ...);
  const auto count = (part.size() + ... + more.size());
  return norm == NewtonNorm::euclidean || count == 0 ? T(sqrt(out)) : T(sqrt(out / T(count)));
}

/// Fed with the size of every increment (or residual) and of the quantity that it changes (or is the balance of).
///
/// A tolerance given by the user is absolute [unit of the tested quantity]. The default is what rounding leaves, 16 u
/// (1 + scale); cancellation may leave more, so that an iteration which stops improving within 1e5 u (1 + scale) has
/// also converged. A single overshoot may be recovered from, so that only sizes which grow four times in a row and
/// beyond 1e10 (1 + scale at the first) are taken for divergence before the iterations are used up.
template <class T>
class NewtonVerdict {
 public:
  enum Answer { iterate, converged, failed };

  explicit NewtonVerdict(const NewtonSettings& newton) : settings(newton) {}

  void restart() { before = T(std::numeric_limits<double>::max()), iterations = 0, growing = 0; }

  Answer judge(const T& size, const T& scale, std::string_view detail) {
    return judge(
        size, [&scale] { return scale; }, detail);
  }

  /// The same with a scale that is computed only where it is needed: not if the user's tolerance is met.
  template <class Scale>
  requires std::invocable<Scale> Answer judge(const T& size, Scale scale_of, std::string_view detail) {
    using std::isfinite;
    ++iterations;
    if (settings.tolerance) {
      tolerance = T(*settings.tolerance);
      if (size <= tolerance) return converged;
    }
    const T scale = scale_of(), rounding = unit_roundoff<T>() * (1 + scale);
    if (iterations == 1) first_scale = scale;
    if (!settings.tolerance) tolerance = 16 * rounding;
    if (!isfinite(size)) return fail(Status::non_finite, size, detail);
    if (size <= tolerance) return converged;
    if (iterations > 2 && size >= before / 2 && size <= T(100000) * rounding)
      return settings.tolerance ? fail(Status::tolerance_unreachable, size, detail) : converged;
    growing = size > before ? growing + 1 : 0;
    const bool diverging = growing >= 4 && size > T(1e10) * (1 + first_scale);
    const int solves = settings.test == NewtonTest::residual ? iterations - 1 : iterations;
    if (diverging || solves >= settings.max_iterations) return fail(Status::newton_diverged, size, detail);
    before = size;
    return iterate;
  }

  const StepResult& result() const { return outcome; }  // of the last failure

 private:
  Answer fail(Status status, const T& size, std::string_view detail) {
    outcome = {status, static_cast<double>(size), detail, static_cast<double>(tolerance)};
    return failed;
  }

  NewtonSettings settings;
  T before = T(std::numeric_limits<double>::max()), first_scale = 0, tolerance = 0;
  int iterations = 0, growing = 0;
  StepResult outcome;
};

}  // namespace plumb
