#pragma once
// A reference of the second kind: a motion of which 20 digits cannot be had, since it is stiff or large. Two methods
// integrate it in long double, and are refined until the digits in which they agree stop growing.
//
//   first     Radau IIA, on the equations with constraints of velocities
//   second    Gauss, on those with constraints of accelerations
//
// Both take equal steps in every block, which is a 256th of the horizon: first one step, or as many as their stages
// need to be solved, then twice, four times as many, and so on. If their steps do not resolve a vibration, Radau IIA
// damps it and Gauss keeps its size with a wrong phase. So their difference shows what either makes of it, where two
// methods that damp would agree. The first route with half as many steps tells what steps make of the rest. What is not
// known of a component at any time up to t is
//
//   max (4 |first − second| + |first − coarser|/1000 + 16 u t |rate|),   u the rounding of long double,
//
// over the ends of blocks, and the motion is that of the first. Refinement ends at 11 digits of all components at the
// horizon, or if doubling the steps brings less than half a digit (thrice in a row where fewer than 6 digits hold,
// twice where fewer than 9 do), or if the next doubling would be more work than anybody waits for. As many digits as
// then hold are told. If the first levels of a motion already are more work than that, it has no reference.

#include <memory>
#include <optional>

#include "problems/problem.hpp"
#include "reference/refined_routes.hpp"
#include "reference/refinement.hpp"

namespace plumb {

/// Times are since the problem's beginning. The motion is computed up to its horizon when it is first asked for, and
/// beyond it as far as it is asked for. All members are thread-safe. Those that compute obey stopping points, and throw
/// MotionUnknown at times that cannot be reached.
class RefinedMotion {
 public:
  static constexpr int least_digits = 6;  // with fewer it is no reference

  /// Problem and parameters have to outlive the motion. It is kept in the cache of references, if there is one.
  RefinedMotion(const Problem& problem, const Parameters& parameters, const RefinedRoutes& routes);
  /// Refines to another goal than that of users who wait; `goal_name` tells the cache which.
  RefinedMotion(const Problem& problem, const Parameters& parameters, const RefinedRoutes& routes,
                const RefinementGoal& goal, const std::string& goal_name);
  ~RefinedMotion();
  /// Returns the motion that any build has kept in the cache, if this build repeats steps of it; null if there is none.
  static std::shared_ptr<const RefinedMotion> of_any_build(const Problem& problem, const Parameters& parameters,
                                                           const RefinedRoutes& routes);

  Motion at(const quad& t) const;
  /// Returns the motion of the second integration.
  Motion second(const quad& t) const;
  /// These are as in KnownMotion.
  int digits(const quad& t) const;
  std::optional<Motion> uncertainty(const quad& t, int enough) const;
  bool advance(const quad& t) const;
  quad holds_until(const quad& t, int enough) const;
  quad known_until() const;

  MotionOpinions opinions(const quad& t) const;
  const TimeBlocks& blocks() const;
  /// Returns the ends of blocks up to t [s]; t is the last.
  std::vector<quad> times_until(const quad& t) const { return blocks().ends(t); }
  /// These return the routes by name, such as "gauss-index1", and the steps that both take up to the horizon.
  const RefinedRoutes& routes() const;
  std::size_t steps() const;

 private:
  class Kept;
  explicit RefinedMotion(std::unique_ptr<Kept> kept);

  std::unique_ptr<Kept> kept_;
};

}  // namespace plumb
