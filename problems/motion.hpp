#pragma once
// Position and velocity in the coordinates of a formulation, and motions that are known as functions of time.

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

/// Sets each component of `largest` to the maximum of itself and the magnitude in `by`.
inline void raise(Motion& largest, const Motion& by) {
  largest.q = largest.q.cwiseMax(by.q.cwiseAbs());
  largest.v = largest.v.cwiseMax(by.v.cwiseAbs());
}

/// The exact solution as a function of time [s]. Whatever does not depend on t is computed when the function is made.
using ExactMotion = std::function<Motion(const quad& t)>;

/// Thrown if a motion ends, or would take too long to compute; the message contains the time.
struct MotionUnknown : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

/// An exact motion whose values solve equations, each starting from earlier values. Several threads may call its
/// functions, which obey stopping points.
struct SolvedMotion {
  /// Returns the motion at time t >= 0 [s]; throws MotionUnknown.
  std::function<Motion(const quad& t)> at;
  /// Bounds on its rounding errors there, the sensitivity of the equations included.
  std::function<Motion(const quad& t)> errors;
  /// The time up to which values have been computed [s].
  std::function<quad()> known_until;
};

/// The time that `most` steps reach at the pace of the first `steps` [s]; t if there were no steps.
inline quad reach_of(const quad& t, std::int64_t steps, std::int64_t most) {
  return steps == 0 ? t : quad(t / steps * most);
}

/// Returns whether `end` is so far that it will not be reached: steps grow, but not tenfold once the integration is
/// under way.
inline bool is_out_of_reach(const quad& t, const quad& end, std::int64_t steps, std::int64_t most) {
  constexpr std::int64_t under_way = 100;
  return steps >= under_way && 10 * reach_of(t, steps, most) < end;
}

}  // namespace plumb
