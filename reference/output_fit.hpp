#pragma once
// This makes a record of the outputs of a motion of the second kind.
//
// As for refined_record.hpp, what is not known of an output is found from the output itself, at the end of each block
// and at a time within it. The output of the first route is interpolated at the zeros of T_32. A block has so many
// pieces that, at times between the zeros where the error is largest, the error is at most a tenth of what is not
// known, or of the tenth digit. Twice the error that is left is added to what is not known.

#include "reference/output_record.hpp"
#include "reference/refined_motion.hpp"

namespace plumb {

inline constexpr int most_stored_digits = 10;

/// Returns the goal that enough digits of each output are known to be stored, with at most `work` times what users wait
/// for.
RefinementGoal goal_of_outputs(const Problem& problem, const Parameters& parameters, double work);

/// Returns the record up to the horizon. It computes the motion first as far as it is not known. Obeys stopping points,
/// and tells progress. Throws MotionUnknown.
OutputRecord record_of_outputs(const RefinedMotion& motion, const Problem& problem, const Parameters& parameters);

}  // namespace plumb
