#pragma once
// Where a motion has forces that vary within much less than its usual steps. A route that looks at forces only now and
// then would not see them, so that its steps have to end there.

#include <functional>
#include <vector>

#include "problems/hidden_variation.hpp"
#include "problems/motion.hpp"

namespace plumb {

/// Returns the ends of short stretches in 0 .. `end` [s], ascending, such that nothing hides in any of them. Together
/// they cover the times at which forces may vary within less than a 16th of the longest stretch. `motion` is known.
std::vector<quad> narrow_stretches(const HiddenVariation& hidden, const std::function<Motion(const quad& t)>& motion,
                                   const quad& end);

/// Returns the time of a step of length `duration` from one state to another at which forces may vary unseen by its
/// stages; a negative time if there is none. Positions in between are those of a cubic.
quad hidden_in_step(const HiddenVariation& hidden, const quad& begin, const quad& duration, const Motion& from,
                    const Motion& to);

}  // namespace plumb
