#pragma once
// The route of a reference that integrates the index-1 equations of a formulation by extrapolation
// (quad_integration.hpp). It calculates in double-doubles where the problem has its equations in these, since no digit
// of another route rests on them: what is wrong with that arithmetic or with quad then shows as a disagreement,
// whereas two routes in one arithmetic would agree in its faults. Otherwise it calculates in quad.

#include <span>

#include "problems/problem.hpp"
#include "reference/sampled_motion.hpp"

namespace plumb {

/// Returns the motion in the coordinates of a formulation at the ascending `times` >= 0 after its beginning [s]. Steps
/// end at the ascending `breaks`, which count from there too.
SampledMotion extrapolated_motion(const Problem& problem, const Parameters& parameters, const Formulation& formulation,
                                  std::span<const quad> times, const std::vector<quad>& breaks);

}  // namespace plumb
