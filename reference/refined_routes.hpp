#pragma once
// The two integrations of a refined reference, for a stiff or large motion (refined_motion.hpp).

#include <string>

#include "methods/method.hpp"
#include "problems/problem.hpp"

namespace plumb {

struct RefinedRoute {
  std::string name;  // name of the route: "radau-iia-index2"
  const Formulation* formulation;
  Method method;
};

/// Both formulations have the coordinates of the motion's formulation, or the corresponding momenta.
struct RefinedRoutes {
  RefinedRoute first, second;
};

/// Returns whether the reference of the problem is computed by step refinement (refined_motion.hpp).
bool is_refined(const Problem& problem, const Parameters& parameters);

/// Returns the routes of refined_motion.hpp for a problem that has a carrier.
RefinedRoutes refined_routes(const Problem& problem);

}  // namespace plumb
