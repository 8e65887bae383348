#pragma once
// The motion of a problem in the coordinates of the formulation that carries it: a closed form, solved, or integrated.

#include <memory>
#include <optional>

#include "problems/problem.hpp"

namespace plumb {

class RefinedMotion;

/// How long after the beginning a problem's breakpoints are [s].
std::vector<quad> breaks_of(const Problem& problem, const Parameters& parameters);

struct KnownMotion {
  bool exact;      // a closed form, or solved; else integrated
  ExactMotion at;  // throws MotionUnknown where it cannot be computed
  /// Digits that hold at all times up to t. Where they are fewer than `enough`, any number below `enough`: the
  /// computation stops there.
  std::function<int(const quad& t, int enough)> digits;
  /// Bounds on the errors of q and v at time t; nothing where fewer than `meaningful_digits` hold.
  std::function<std::optional<Motion>(const quad& t)> uncertainty;
  /// See ChebyshevMotion. A closed form needs no computation in advance.
  std::function<bool(const quad& t, int enough)> advance = [](const quad&, int) { return true; };
  std::function<quad(const quad& t, int enough)> holds_until = [](const quad& t, int) { return t; };
  std::function<quad(int enough)> known_until = [](int) { return std::numeric_limits<quad>::infinity(); };
  /// Digits without which it is no reference; 20 are 4 more than any method in double could need.
  int least_digits = 20;
  /// The integrations of a motion of the second kind; null: it is of the first.
  std::shared_ptr<const RefinedMotion> refined = nullptr;
};

/// The formulation in whose coordinates the motion is known; null if the problem has none that could carry it.
const Formulation* carrier(const Problem& problem);

/// The motion as the problem's `reference` declares it. Throws std::invalid_argument, with the reason, if nothing is
/// known for these data.
KnownMotion known_motion(const Problem& problem, const Parameters& parameters);

/// The motion integrated numerically from the accelerations of the formulation that carries it, whether a closed form
/// is known or not; rotations by lifted_motion.hpp.
KnownMotion computed_motion(const Problem& problem, const Parameters& parameters);

/// A few digits of it soon, whatever can be known of it: a closed form, or a motion of the second kind that is refined
/// no further than to 10 digits (quick_routes.hpp). Throws as `known_motion`, for fewer data.
KnownMotion quick_motion(const Problem& problem, const Parameters& parameters);

/// A formulation with the velocities that the momenta of this one belong to; without momenta itself.
const Formulation& in_velocities(const Problem& problem, const Formulation& formulation);

/// A state of the motion in the coordinates of another formulation. Throws std::invalid_argument if no way leads there.
Motion in_coordinates(const Problem& problem, const Parameters& parameters, const Formulation& formulation,
                      const quad& t, const Motion& carried);

}  // namespace plumb
