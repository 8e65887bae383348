#pragma once
// A route through another formulation. Every evaluation solves the index-1 equations in redundant coordinates,
// [M Gᵀ; G 0], for the accelerations by LU. They are integrated by extrapolation (extrapolated_motion.hpp), and the
// motion is led back to minimal coordinates.

#include "problems/problem.hpp"
#include "reference/sampled_motion.hpp"

namespace plumb {

/// Returns the motion in minimal coordinates at the ascending `times` >= 0 after its beginning [s]. `formulation` has
/// redundant coordinates, which are integrated in its charts if they are no vector space. No step crosses one of the
/// `breaks`. `near` is a motion at each time; it selects the right position if several have equal minimal
/// coordinates.
SampledMotion integrate_redundant(const Problem& problem, const Parameters& parameters, const Formulation& formulation,
                                  std::span<const quad> times, const std::vector<quad>& breaks,
                                  std::span<const Motion> near);

/// Converts an integrated motion in these redundant coordinates to minimal coordinates.
SampledMotion led_back(SampledMotion motion, const Problem& problem, const Parameters& parameters,
                       const Formulation& formulation, std::span<const quad> times, std::span<const Motion> near);

}  // namespace plumb
