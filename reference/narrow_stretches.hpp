#pragma once
// Finds the times at which forces vary much faster than the usual steps of an integration. A route that evaluates
// forces at few times would miss the variation, so its steps must end there.

#include <functional>
#include <vector>

#include "problems/hidden_variation.hpp"
#include "problems/motion.hpp"

namespace plumb {

/// Divides 0 .. `end` [s] into stretches in which no variation is hidden. Returns the ends, ascending, of the stretches
/// that are at most a 16th of the longest one: there the forces may vary fast. Empty if there are too many stretches.
/// `motion` must be computed up to `end`.
std::vector<quad> narrow_stretches(const HiddenVariation& hidden, const std::function<Motion(const quad& t)>& motion,
                                   const quad& end);

/// Returns a time within a step of length `duration` at which forces may vary undetected by the stages of the step;
/// negative if there is none. Positions within the step are interpolated by a cubic.
quad hidden_in_step(const HiddenVariation& hidden, const quad& begin, const quad& duration, const Motion& from,
                    const Motion& to);

}  // namespace plumb
