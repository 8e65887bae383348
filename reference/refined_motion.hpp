#pragma once
// A refined reference: the motion is stiff or large, so that 20 correct digits are not affordable. Two methods
// integrate it in long double. Their steps are refined until the number of digits in which they agree stops growing.
//
//   first     Radau IIA, on the equations with velocity constraints
//   second    Gauss, on the equations with acceleration constraints
//
// Both take equal steps in every block, which is a 256th of the horizon. The first level has one step in a block, or as
// many as the stage equations need to be solvable; each further level has twice as many. If steps do not resolve a
// vibration, Radau IIA damps it, while Gauss keeps its amplitude with a wrong phase. So the difference of the two
// reveals the vibration, where two damping methods would agree. The first route with half as many steps bounds the
// remaining discretisation error. The uncertainty of a component up to t is the maximum over the ends of blocks of
//
//   4 |first − second| + |first − coarser|/1000 + 16 u t |rate|,   u the rounding of long double,
//
// and the motion is the first. Refinement ends if one of these conditions holds:
//   - all components have 11 digits at the horizon;
//   - doubling the steps adds less than half a digit (three times in a row below 6 digits, twice below 9 digits);
//   - the next doubling would exceed the limit of work (RefinementGoal).
// The digits that are correct then are the digits of the reference. If the first levels of a motion already exceed the
// limit of work, the motion has no reference.

#include <memory>
#include <optional>

#include "problems/problem.hpp"
#include "reference/refined_routes.hpp"
#include "reference/refinement.hpp"

namespace plumb {

/// Times are since the problem's beginning. The first access computes the motion up to its horizon; later times are
/// computed on demand. All members are thread-safe. Members that compute obey stopping points, and throw MotionUnknown
/// at times that cannot be reached.
class RefinedMotion {
 public:
  static constexpr int least_digits = 6;  // smallest number of digits of a reference

  /// Problem and parameters must outlive the motion. The motion is stored in the cache of references, if one is set.
  RefinedMotion(const Problem& problem, const Parameters& parameters, const RefinedRoutes& routes);
  /// Refines to another goal than the default. `goal_name` identifies the goal in the cache.
  RefinedMotion(const Problem& problem, const Parameters& parameters, const RefinedRoutes& routes,
                const RefinementGoal& goal, const std::string& goal_name);
  ~RefinedMotion();
  /// Returns the motion that any build has cached, if this build reproduces some of its steps; otherwise null.
  static std::shared_ptr<const RefinedMotion> of_any_build(const Problem& problem, const Parameters& parameters,
                                                           const RefinedRoutes& routes);

  Motion at(const quad& t) const;
  /// Returns the motion of the second integration.
  Motion second(const quad& t) const;
  /// The following members are defined as in KnownMotion.
  int digits(const quad& t) const;
  std::optional<Motion> uncertainty(const quad& t, int enough) const;
  bool advance(const quad& t) const;
  quad holds_until(const quad& t, int enough) const;
  quad known_until() const;

  MotionOpinions opinions(const quad& t) const;
  const TimeBlocks& blocks() const;
  /// Returns the ends of blocks up to t [s]; t is the last.
  std::vector<quad> times_until(const quad& t) const { return blocks().ends(t); }
  /// Return the routes, with names such as "gauss-index1", and the number of steps up to the horizon.
  const RefinedRoutes& routes() const;
  std::size_t steps() const;

 private:
  class Kept;
  explicit RefinedMotion(std::unique_ptr<Kept> kept);

  std::unique_ptr<Kept> kept_;
};

}  // namespace plumb
