#pragma once
// A route through another formulation. Every evaluation solves the index-1 equations in redundant coordinates, with the
// matrix [M Gᵀ; G 0], for the accelerations by LU. These are integrated by extrapolation (extrapolated_motion.hpp), and
// the motion is converted back to minimal coordinates.

#include "problems/problem.hpp"
#include "reference/sampled_motion.hpp"

namespace plumb {

/// Returns the motion in minimal coordinates at the ascending `times` >= 0 after its beginning [s]. `formulation` has
/// redundant coordinates, which are integrated in its charts if they are no vector space. No step crosses one of the
/// `breaks`. `near` has an approximate motion in minimal coordinates at each time, from which their computation starts,
/// because several minimal coordinates may describe the same position.
SampledMotion integrate_redundant(const Problem& problem, const Parameters& parameters, const Formulation& formulation,
                                  std::span<const quad> times, const std::vector<quad>& breaks,
                                  std::span<const Motion> near);

/// Converts an integrated motion in these redundant coordinates to minimal coordinates.
SampledMotion led_back(SampledMotion motion, const Problem& problem, const Parameters& parameters,
                       const Formulation& formulation, std::span<const quad> times, std::span<const Motion> near);

}  // namespace plumb
