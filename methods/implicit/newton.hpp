#pragma once
// Newton's iteration, its norms and its termination: the same for every implicit method.

#include <cmath>
#include <concepts>
#include <limits>

#include "contract/method.hpp"

namespace plumb {

/// The norm of all entries of Eigen vectors or matrices together; 0 if all are empty. If one entry is not finite, the
/// result is not finite either.
template <class X, class... More>
typename X::Scalar newton_norm(NewtonNorm norm, const X& part, const More&... more) {
  using T = typename X::Scalar;
  using std::abs, std::sqrt;
  T out = 0;
  const auto each = [](const auto& x, auto&& take) {  // fixed order of components, independent of sizes
    for (Eigen::Index j = 0; j < x.cols(); ++j)
      for (Eigen::Index i = 0; i < x.rows(); ++i) take(T(x.coeff(i, j)));
  };
  if (norm == NewtonNorm::max) {
    const auto raise = [&out](const T& size) {
      if (size > out || size != size) out = size;
    };
    const auto largest = [&](const auto& x) {
      if constexpr (std::is_floating_point_v<T>) {  // vectorised, because a maximum does not depend on the order
        if (x.size() != 0) raise(x.cwiseAbs().template maxCoeff<Eigen::PropagateNaN>());
      } else {
        each(x, [&](const T& entry) { raise(T(abs(entry))); });
      }
    };
    largest(part);
    (largest(more), ...);
    return out;
  }
  const auto add = [&out](const T& entry) { out += entry * entry; };
  each(part, add);
  (each(more, add), ...);
  const auto count = (part.size() + ... + more.size());
  return norm == NewtonNorm::euclidean || count == 0 ? T(sqrt(out)) : T(sqrt(out / T(count)));
}

enum class Convergence { quadratic, linear };

/// The decision after every iteration: converged, continue, or failed. It depends on the size of the increment (or
/// residual) and on the scale: the size of the quantity that the increment changes (or of the terms of the residual).
///
/// A tolerance from the user is absolute [unit of the tested quantity]. The default is the rounding error,
/// 16 u (1 + scale), where 1 represents the typical size of the quantity (natural_units.hpp). Cancellation may increase
/// the rounding error. Therefore an iteration with the default tolerance has also converged if the size is below
/// 1e5 u (1 + scale) and no longer falls by a factor 2 (for linear convergence: no longer falls). In this case a
/// tolerance of the user is unreachable if three sizes in a row have not halved. Three are required because rounding
/// errors scatter: a size below the tolerance may still follow.
///
/// If forces cancel, as in a fast oscillator, the rounding error is larger than the tested quantity shows. This case is
/// detected if the increment is below 16 u times the size of all quantities that it changes (the resolution, in the
/// same unit), and three sizes in a row have not halved. The consequences are the same as above.
///
/// An iteration may recover from a single overshoot. It has diverged if the size grows four times in a row and beyond
/// 1e10 (1 + scale of the first iteration), or if the maximum number of iterations is reached. In the latter case, with
/// the default tolerance, it stalls if the last size is at most 1e-6 (1 + scale) and the last ten sizes have not
/// halved.
template <class T>
class NewtonVerdict {
 public:
  enum Decision { iterate, converged, failed };

  explicit NewtonVerdict(const NewtonSettings& newton, Convergence convergence = Convergence::quadratic)
      : settings(newton), least_gain(convergence == Convergence::quadratic ? T(1) / 2 : T(1)) {}

  /// Sets another tolerance, for methods that tie it to the tolerance of their steps; nullopt: the default.
  void tolerate(std::optional<double> size) { settings.tolerance = size; }
  /// Sets the typical size of the tested quantity, in the unit of the sizes. It replaces 1 in the formulas above.
  void expect(const T& typical) { usual = typical; }

  void restart() {
    before = T(std::numeric_limits<double>::max());
    iterations = 0;
    growing = 0;
    halved = before;
    stalled = 0;
  }

  Decision judge(const T& size, const T& scale, std::string_view detail) {
    return judge(
        size, [&scale] { return scale; }, [] { return T(0); }, detail);
  }

  /// Judges an iteration with a scale and a resolution that are computed only if they are needed. A resolution of 0
  /// means unknown.
  template <class Scale, class Resolution>
  requires std::invocable<Scale> && std::invocable<Resolution> Decision judge(const T& size, Scale scale_of,
                                                                              Resolution resolution_of,
                                                                              std::string_view detail) {
    using std::isfinite;
    ++iterations;
    if (settings.tolerance) {
      tolerance = T(*settings.tolerance);
      if (size <= tolerance) return converged;
    }
    const T least = settings.tolerance ? T(1) : usual;
    const T scale = scale_of(), rounding = unit_roundoff<T>() * (least + scale);
    if (iterations == 1) first_scale = scale;
    if (!settings.tolerance) tolerance = 16 * rounding;
    if (!isfinite(size)) return fail(Status::non_finite, size, detail);
    if (size <= tolerance) return converged;
    const bool has_halved = size < halved / 2;
    stalled = has_halved ? 0 : stalled + 1;
    if (has_halved) halved = size;
    const bool cancels = iterations > 2 && size >= least_gain * before && size <= T(100000) * rounding;
    const bool stagnates = stalled >= 3;
    const bool rounds = cancels && (stagnates || !settings.tolerance);
    if (rounds || (stagnates && size <= 16 * unit_roundoff<T>() * resolution_of()))
      return settings.tolerance ? fail(Status::tolerance_unreachable, size, detail) : converged;
    growing = size > before ? growing + 1 : 0;
    const bool diverging = growing >= 4 && size > T(1e10) * (least + first_scale);
    const int solves = settings.test == NewtonTest::residual ? iterations - 1 : iterations;
    if (diverging || solves >= settings.max_iterations) {
      fail(Status::newton_diverged, size, detail);
      outcome.stalls = !settings.tolerance && !diverging && stalled >= 10 && size <= T(1e-6) * (least + scale);
      return failed;
    }
    before = size;
    return iterate;
  }

  const StepResult& result() const { return outcome; }  // result for the last failure

 private:
  Decision fail(Status status, const T& size, std::string_view detail) {
    outcome = {status, static_cast<double>(size), detail, static_cast<double>(tolerance)};
    return failed;
  }

  NewtonSettings settings;
  T least_gain, usual = 1;
  T before = T(std::numeric_limits<double>::max()), halved = before, first_scale = 0, tolerance = 0;
  int iterations = 0, growing = 0, stalled = 0;
  StepResult outcome;
};

/// The iteration itself, for equations with the members
///
///   evaluate() -> bool                       computes the residual at the iterate; false: impossible
///   residual_size(), residual_scale()        for the residual test
///   correct(first) -> bool                   solves for an increment and adds it; false: the matrix is singular
///   increment_size(), increment_scale()      for the increment test
///   increment_resolution()                   the size of all quantities changed by an increment, in its unit; optional
///                                            if it equals the scale
///   accept() -> bool                         completes the iterate after the last increment; false: impossible
///   failure() -> StepResult                  the reason why evaluate(), correct() or accept() failed
///   is_damped(), retreat()                   whether an increment may be too long; retreat() undoes half of it.
///                                            Optional if increments are never too long
///   increment_name                           for messages
///
/// The increment that meets the tolerance is still applied.
template <class T>
class NewtonIteration {
 public:
  explicit NewtonIteration(const NewtonSettings& newton, Convergence convergence = Convergence::quadratic)
      : tests_residual(newton.test == NewtonTest::residual), verdict(newton, convergence) {}

  /// See NewtonVerdict. `expect` affects only the increment test.
  void tolerate(std::optional<double> size) { verdict.tolerate(size); }
  void expect(const T& typical) {
    if (!tests_residual) verdict.expect(typical);
  }

  template <class Equations>
  StepResult solve(Equations& equations, Counters& counters) {
    verdict.restart();
    for (bool first = true;; first = false) {
      if (!evaluate(equations, first)) return failed(equations.failure(), counters);
      if (tests_residual) {
        const auto decision = verdict.judge(
            equations.residual_size(), [&] { return equations.residual_scale(); }, [] { return T(0); }, "residual");
        if (decision == verdict.converged) return {};
        if (decision == verdict.failed) return failed(verdict.result(), counters);
      }
      if (!equations.correct(first)) return equations.failure();
      ++*counters.newton_iterations;
      if (tests_residual) continue;
      const auto decision = verdict.judge(
          equations.increment_size(), [&] { return equations.increment_scale(); },
          [&] { return resolution_of(equations); }, equations.increment_name);
      if (decision == verdict.failed) return failed(verdict.result(), counters);
      if (decision == verdict.converged)
        return equations.accept() ? StepResult{} : failed(equations.failure(), counters);
    }
  }

 private:
  /// Evaluates at the iterate. A damped iteration shortens the increment to a half, a quarter, ... until the residual
  /// is smaller than before.
  template <class Equations>
  bool evaluate(Equations& equations, bool first) {
    if constexpr (requires { equations.retreat(); }) {
      if (equations.is_damped()) return evaluate_on_the_way(equations, first);
    }
    return equations.evaluate();
  }
  template <class Equations>
  bool evaluate_on_the_way(Equations& equations, bool first) {
    constexpr int most_halvings = 10;
    for (int halvings = 0;; ++halvings) {
      const bool is_there = equations.evaluate();
      const T size = is_there ? equations.residual_size() : T(std::numeric_limits<double>::max());
      if (first || (is_there && size < residual_before) || halvings == most_halvings) {
        residual_before = size;
        return is_there;
      }
      equations.retreat();
    }
  }
  template <class Equations>
  static T resolution_of(const Equations& equations) {
    if constexpr (requires { equations.increment_resolution(); })
      return equations.increment_resolution();
    else
      return 0;
  }
  static StepResult failed(const StepResult& why, Counters& counters) {
    ++*counters.newton_failures;
    return why;
  }

  bool tests_residual;
  T residual_before = 0;  // previous residual of a damped iteration
  NewtonVerdict<T> verdict;
};

}  // namespace plumb
