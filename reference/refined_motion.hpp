#pragma once
// A reference of the second kind: a motion of which 20 digits cannot be had, since it is stiff or large, integrated by
// two methods in long double and refined until the digits in which they agree stop growing.
//
//   first     Radau IIA, on the equations with constraints of velocities
//   second    Gauss, on those with constraints of accelerations
//
// both with equal steps in every block, a 256th of the horizon: one, or as many as their stages can be solved with,
// then twice, four times as many, and so on. Radau IIA damps a vibration that its steps do not resolve and Gauss keeps
// its size with a wrong phase, so that what either makes of it shows in their difference, where two methods that damp
// would agree. The first with half as many steps tells what steps make of the rest. What is not known of a component at
// any time up to t is
//
//   max (4 |first − second| + |first − coarser|/1000 + 16 u t |rate|),   u the rounding of long double,
//
// over the ends of blocks, and the motion is that of the first. Refinement ends at 11 digits of all components at the
// horizon, where doubling the steps brings less than half a digit (thrice in a row where fewer than 6 digits hold,
// twice where fewer than 9 do), or where once more would be more work than anybody waits for: as many digits as then
// hold are told. A motion whose first levels already are more than that has no reference.

#include <memory>
#include <optional>

#include "problems/problem.hpp"
#include "reference/refined_routes.hpp"
#include "reference/refinement.hpp"

namespace plumb {

/// Times are since the problem's beginning. Computed up to its horizon when it is first asked for, beyond it as far as
/// it is asked for. All members are thread-safe; what computes obeys stopping points, and throws MotionUnknown at times
/// that cannot be reached.
class RefinedMotion {
 public:
  static constexpr int least_digits = 6;  // fewer are no reference

  /// Problem and parameters have to outlive it. It is kept in the cache of references, where there is one.
  RefinedMotion(const Problem& problem, const Parameters& parameters, const RefinedRoutes& routes);
  /// Refined to another goal than that of users who wait, which `goal_name` tells the cache.
  RefinedMotion(const Problem& problem, const Parameters& parameters, const RefinedRoutes& routes,
                const RefinementGoal& goal, const std::string& goal_name);
  ~RefinedMotion();
  /// The one that any build has kept in the cache, if this build repeats steps of it; null: there is none.
  static std::shared_ptr<const RefinedMotion> of_any_build(const Problem& problem, const Parameters& parameters,
                                                           const RefinedRoutes& routes);

  Motion at(const quad& t) const;
  /// By the second integration.
  Motion second(const quad& t) const;
  /// See KnownMotion.
  int digits(const quad& t) const;
  std::optional<Motion> uncertainty(const quad& t, int enough) const;
  bool advance(const quad& t) const;
  quad holds_until(const quad& t, int enough) const;
  quad known_until() const;

  MotionOpinions opinions(const quad& t) const;
  const TimeBlocks& blocks() const;
  /// The ends of blocks up to t [s], t the last.
  std::vector<quad> times_until(const quad& t) const { return blocks().ends(t); }
  /// The routes by name, "gauss-index1"; and the steps that both take up to the horizon.
  const RefinedRoutes& routes() const;
  std::size_t steps() const;

 private:
  class Kept;
  explicit RefinedMotion(std::unique_ptr<Kept> kept);

  std::unique_ptr<Kept> kept_;
};

}  // namespace plumb
