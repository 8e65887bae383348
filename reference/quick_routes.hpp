#pragma once
// The integrations of a motion of the second kind when a few digits are wanted soon.

#include "reference/refinement.hpp"

namespace plumb {

struct QuickRoutes {
  RefinedRoutes routes;
  RefinementGoal goal;
};

/// Returns for how long [s] a motion is refined that is asked for up to the time `until` [s]: for the problem's
/// horizon, halved as long as it contains that time. So runs of about the same length share a motion, which does not
/// depend on which of them asks first.
quad quick_horizon(const Problem& problem, const quad& until);

QuickRoutes quick_routes(const Problem& problem, const quad& until);

}  // namespace plumb
