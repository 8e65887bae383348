#pragma once
// The reference motion of a problem, in the coordinates of one of its formulations, its carrier. It is a closed form, a
// solution of algebraic equations, or integrated numerically.

#include <memory>
#include <optional>

#include "problems/problem.hpp"

namespace plumb {

class RefinedMotion;

/// Returns the breakpoints of a problem (times at which its forces are not smooth), counted from its beginning [s].
std::vector<quad> breaks_of(const Problem& problem, const Parameters& parameters);

struct KnownMotion {
  bool exact;      // true: closed form, or solved equations; false: integrated
  ExactMotion at;  // throws MotionUnknown if it cannot be computed
  /// Returns the number of digits of q and v that are correct at all times up to t. If it is below `enough`, it returns
  /// any number below `enough`, since the computation stops there.
  std::function<int(const quad& t, int enough)> digits;
  /// Returns bounds on the errors of q and v at time t; nullopt if fewer than `meaningful_digits` digits are correct.
  std::function<std::optional<Motion>(const quad& t)> uncertainty;
  /// The following three functions are as in ChebyshevMotion. The defaults are for a closed form, which needs no
  /// computation in advance.
  std::function<bool(const quad& t, int enough)> advance = [](const quad&, int) { return true; };
  std::function<quad(const quad& t, int enough)> holds_until = [](const quad& t, int) { return t; };
  std::function<quad(int enough)> known_until = [](int) { return std::numeric_limits<quad>::infinity(); };
  /// The smallest number of correct digits of q and v that a reference must have; 20 are 4 more than any method in
  /// double could need.
  int least_digits = 20;
  /// The two integrations of a refined motion (stiff or large, refined_motion.hpp); null for any other motion.
  std::shared_ptr<const RefinedMotion> refined = nullptr;
};

/// Returns the carrier, the formulation whose coordinates the motion has; null if the problem has no suitable
/// formulation.
const Formulation* carrier(const Problem& problem);

/// Returns the motion as defined by the problem's `reference`. Throws std::invalid_argument, with the reason, if
/// there is no motion for these data.
KnownMotion known_motion(const Problem& problem, const Parameters& parameters);

/// Returns the motion by numerical integration of the accelerations of the carrier, whether a closed form is known or
/// not. Rotations are integrated as in lifted_motion.hpp.
KnownMotion computed_motion(const Problem& problem, const Parameters& parameters);

/// Returns a motion with less accuracy that is computed quickly: a closed form, or a motion that is refined
/// (refined_motion.hpp) to at most 10 digits over the horizon of runs up to `until` [s] (quick_routes.hpp). Throws as
/// `known_motion`, but for fewer data.
KnownMotion quick_motion(const Problem& problem, const Parameters& parameters, const quad& until);

/// Returns a formulation without momenta: the formulation with the corresponding velocities, or this formulation if it
/// has no momenta.
const Formulation& in_velocities(const Problem& problem, const Formulation& formulation);

/// Converts `carried`, a state of the motion in the coordinates of the carrier, to the coordinates of another
/// formulation. Throws std::invalid_argument if no conversion exists.
Motion in_coordinates(const Problem& problem, const Parameters& parameters, const Formulation& formulation,
                      const quad& t, const Motion& carried);

}  // namespace plumb
