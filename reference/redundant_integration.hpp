#pragma once
// A route through another formulation. Every evaluation solves the index-1 equations in redundant coordinates, with the
// matrix [M Gᵀ; G 0], for the accelerations by LU. These are integrated by extrapolation (extrapolated_motion.hpp), and
// the motion is converted back to minimal coordinates.

#include "problems/problem.hpp"
#include "reference/sampled_motion.hpp"

namespace plumb {

/// Integrates the redundant coordinates of `formulation` and returns the motion in minimal coordinates at `times`
/// [s after the start, ascending, >= 0]. Coordinates that are not a vector space are integrated in the charts of the
/// formulation. No step crosses one of the `breaks`. `near` contains an approximate state in minimal coordinates for
/// each time. The conversion to minimal coordinates iterates from this state, because several minimal coordinates may
/// describe the same position.
SampledMotion integrate_redundant(const Problem& problem, const Parameters& parameters, const Formulation& formulation,
                                  std::span<const quad> times, const std::vector<quad>& breaks,
                                  std::span<const Motion> near);

/// Converts an integrated motion in these redundant coordinates to minimal coordinates.
SampledMotion led_back(SampledMotion motion, const Problem& problem, const Parameters& parameters,
                       const Formulation& formulation, std::span<const quad> times, std::span<const Motion> near);

}  // namespace plumb
