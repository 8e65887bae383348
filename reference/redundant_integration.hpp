#pragma once
// A route through another formulation: the index-1 equations in redundant coordinates, [M Gᵀ; G 0] solved for the
// accelerations by LU in every evaluation, integrated in quad, and led back to minimal coordinates.

#include "problems/problem.hpp"
#include "reference/quad_integration.hpp"

namespace plumb {

/// The motion in minimal coordinates at the ascending `times` >= 0 after its beginning [s]. `formulation` is one in
/// redundant coordinates, integrated in its charts where these are no vector space; `near`: a motion at each time that
/// tells which of several positions with equal coordinates is meant.
SampledMotion integrate_redundant(const Problem& problem, const Parameters& parameters, const Formulation& formulation,
                                  std::span<const quad> times, std::span<const Motion> near, QuadOptions options = {});

}  // namespace plumb
