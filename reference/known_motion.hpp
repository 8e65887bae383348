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
  bool exact;      // whether it is a closed form or solved; otherwise it is integrated
  ExactMotion at;  // throws MotionUnknown where it cannot be computed
  /// Returns the digits that hold at all times up to t. If they are fewer than `enough`, it returns any number below
  /// `enough`, since the computation stops there.
  std::function<int(const quad& t, int enough)> digits;
  /// Returns bounds on the errors of q and v at time t; nothing if fewer than `meaningful_digits` hold.
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

/// Returns the formulation in whose coordinates the motion is known; null if the problem has none that could carry it.
const Formulation* carrier(const Problem& problem);

/// Returns the motion as the problem's `reference` declares it. Throws std::invalid_argument, with the reason, if
/// nothing is known for these data.
KnownMotion known_motion(const Problem& problem, const Parameters& parameters);

/// Returns the motion integrated numerically from the accelerations of the formulation that carries it, whether a
/// closed form is known or not. Rotations are integrated as in lifted_motion.hpp.
KnownMotion computed_motion(const Problem& problem, const Parameters& parameters);

/// Returns a motion of which a few digits are known soon: a closed form, or a motion of the second kind that is refined
/// to no more than 10 digits over the horizon of runs up to `until` [s] (quick_routes.hpp). Throws as `known_motion`,
/// but for fewer data.
KnownMotion quick_motion(const Problem& problem, const Parameters& parameters, const quad& until);

/// Returns a formulation without momenta: the one with the velocities that the momenta of this one belong to, or this
/// one.
const Formulation& in_velocities(const Problem& problem, const Formulation& formulation);

/// Returns a state of the motion in the coordinates of another formulation. Throws std::invalid_argument if no way
/// leads there.
Motion in_coordinates(const Problem& problem, const Parameters& parameters, const Formulation& formulation,
                      const quad& t, const Motion& carried);

}  // namespace plumb
