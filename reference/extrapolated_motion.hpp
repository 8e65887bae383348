#pragma once
// A route of a reference: integrates the index-1 equations of a formulation by extrapolation (quad_integration.hpp). It
// uses double-doubles if the problem has equations in double-doubles, because no other route gets its accuracy from
// this arithmetic. So an error in the implementation of double-doubles or of quad shows as a disagreement, whereas two
// routes in the same arithmetic would agree. Otherwise it uses quad.

#include <span>

#include "problems/problem.hpp"
#include "reference/sampled_motion.hpp"

namespace plumb {

/// Returns the motion in the coordinates of a formulation at the ascending `times` >= 0 after its beginning [s]. Steps
/// end at the ascending `breaks`, which count from there too.
SampledMotion extrapolated_motion(const Problem& problem, const Parameters& parameters, const Formulation& formulation,
                                  std::span<const quad> times, const std::vector<quad>& breaks);

}  // namespace plumb
