#pragma once
// Position and velocity in the coordinates of a formulation, and exact motions as functions of time.

#include <cstdint>
#include <functional>
#include <stdexcept>

#include "numerics/scalar.hpp"

namespace plumb {

/// q and v in the coordinates of one formulation.
template <class T>
struct Configuration {
  Vec<T> q, v;
};

using Motion = Configuration<quad>;

/// Replaces each component of `largest` by its maximum with the magnitude of the same component of `by`.
inline void raise(Motion& largest, const Motion& by) {
  largest.q = largest.q.cwiseMax(by.q.cwiseAbs());
  largest.v = largest.v.cwiseMax(by.v.cwiseAbs());
}

/// The exact solution as a function of time [s]. Quantities that do not depend on t are computed only once, when the
/// function object is created.
using ExactMotion = std::function<Motion(const quad& t)>;

/// Thrown if a motion ends, or would take too long to compute; the message contains the time.
struct MotionUnknown : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

/// An exact motion whose values are computed by Newton's iteration, starting from the values at earlier times. Its
/// functions are thread-safe, and stop if the task is cancelled (contract/stop.hpp).
struct SolvedMotion {
  /// Returns the motion at time t >= 0 [s]; throws MotionUnknown.
  std::function<Motion(const quad& t)> at;
  /// Returns bounds on the errors of at(t) due to rounding, amplified by the sensitivity of the equations.
  std::function<Motion(const quad& t)> errors;
  /// Returns the time up to which values have been computed so far [s].
  std::function<quad()> known_until;
};

/// Returns an estimate of the time [s] reached after `most` steps if the first `steps` steps reached t; t if steps is
/// 0.
inline quad reach_of(const quad& t, std::int64_t steps, std::int64_t most) {
  return steps == 0 ? t : quad(t / steps * most);
}

/// Returns whether `most` steps will not reach `end`, judged after at least 100 steps to t: true if not even steps ten
/// times as long as the average so far would suffice.
inline bool is_out_of_reach(const quad& t, const quad& end, std::int64_t steps, std::int64_t most) {
  constexpr std::int64_t under_way = 100;
  return steps >= under_way && 10 * reach_of(t, steps, most) < end;
}

}  // namespace plumb
