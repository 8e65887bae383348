#pragma once
// The motion of a problem in the coordinates of the formulation that carries it. It is a closed form, solved, or
// integrated.

#include <memory>
#include <optional>

#include "problems/problem.hpp"

namespace plumb {

class RefinedMotion;

/// Returns how long after the beginning a problem's breakpoints are [s].
std::vector<quad> breaks_of(const Problem& problem, const Parameters& parameters);

struct KnownMotion {
  bool exact;      // true: closed form, or solved equations; false: integrated
  ExactMotion at;  // throws MotionUnknown if it cannot be computed
  /// Returns the digits that hold at all times up to t. If they are fewer than `enough`, it returns any number below
  /// `enough`, since the computation stops there.
  std::function<int(const quad& t, int enough)> digits;
  /// Returns bounds on the errors of q and v at time t; nullopt if fewer than `meaningful_digits` hold.
  std::function<std::optional<Motion>(const quad& t)> uncertainty;
  /// These three are as in ChebyshevMotion. A closed form needs no computation in advance.
  std::function<bool(const quad& t, int enough)> advance = [](const quad&, int) { return true; };
  std::function<quad(const quad& t, int enough)> holds_until = [](const quad& t, int) { return t; };
  std::function<quad(int enough)> known_until = [](int) { return std::numeric_limits<quad>::infinity(); };
  /// With fewer digits the motion is no reference; 20 are 4 more than any method in double could need.
  int least_digits = 20;
  /// The integrations of a motion of the second kind; null if the motion is of the first kind.
  std::shared_ptr<const RefinedMotion> refined = nullptr;
};

/// Returns the formulation that defines the coordinates of the motion; null if the problem has no suitable formulation.
const Formulation* carrier(const Problem& problem);

/// Returns the motion as defined by the problem's `reference`. Throws std::invalid_argument, with the reason, if
/// there is no motion for these data.
KnownMotion known_motion(const Problem& problem, const Parameters& parameters);

/// Returns the motion integrated numerically from the accelerations of the formulation that carries it, whether a
/// closed form is known or not. Rotations are integrated as in lifted_motion.hpp.
KnownMotion computed_motion(const Problem& problem, const Parameters& parameters);

/// Returns a motion with a few digits that are computed quickly: a closed form, or a motion of the second kind that is
/// refined to at most 10 digits over the horizon of runs up to `until` [s] (quick_routes.hpp). Throws as
/// `known_motion`, but for fewer data.
KnownMotion quick_motion(const Problem& problem, const Parameters& parameters, const quad& until);

/// Returns a formulation without momenta: the formulation with the corresponding velocities, or this formulation if it
/// has no momenta.
const Formulation& in_velocities(const Problem& problem, const Formulation& formulation);

/// Returns a state of the motion in the coordinates of another formulation. Throws std::invalid_argument if no way
/// leads there.
Motion in_coordinates(const Problem& problem, const Parameters& parameters, const Formulation& formulation,
                      const quad& t, const Motion& carried);

}  // namespace plumb
