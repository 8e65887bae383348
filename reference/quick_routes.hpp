#pragma once
// The integrations of a refined motion (stiff or large, refined_motion.hpp) if a low accuracy is needed quickly.

#include "reference/refinement.hpp"

namespace plumb {

struct QuickRoutes {
  RefinedRoutes routes;
  RefinementGoal goal;
};

/// Returns the duration [s] up to which a motion is refined if it is needed up to `until` [s]: the problem's horizon,
/// halved as often as it still contains `until`. Runs of similar length therefore share a motion, and the motion does
/// not depend on the order of requests.
quad quick_horizon(const Problem& problem, const quad& until);

QuickRoutes quick_routes(const Problem& problem, const quad& until);

}  // namespace plumb
