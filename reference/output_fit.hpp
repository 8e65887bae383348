#pragma once
// A record of the outputs of a motion of the second kind.
//
// What is not known of an output is taken of the output itself, as for refined_record.hpp, at the end of each block and
// at a time within it. The output of the first route is interpolated at the zeros of T_32, in as many pieces of a block
// as leave, at times between the zeros where the error is largest, a tenth of what is not known, or of the tenth
// digit. Twice what is left counts as not known either.

#include "reference/output_record.hpp"
#include "reference/refined_motion.hpp"

namespace plumb {

inline constexpr int most_stored_digits = 10;

/// Digits of the outputs until enough of each are known to be stored; `work` times what users wait for, at most.
RefinementGoal goal_of_outputs(const Problem& problem, const Parameters& parameters, double work);

/// Up to the horizon; computes the motion first as far as it is not known. Obeys stopping points, and tells progress.
/// Throws MotionUnknown.
OutputRecord record_of_outputs(const RefinedMotion& motion, const Problem& problem, const Parameters& parameters);

}  // namespace plumb
