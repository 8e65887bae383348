#pragma once
// The integrations of a motion of the second kind when a few digits are wanted soon.

#include "reference/refinement.hpp"

namespace plumb {

struct QuickRoutes {
  RefinedRoutes routes;
  RefinementGoal goal;
};

QuickRoutes quick_routes(const Problem& problem, const Parameters& parameters);

}  // namespace plumb
