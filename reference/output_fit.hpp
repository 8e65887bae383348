#pragma once
// Creates a record of the outputs of a refined motion (stiff or large, refined_motion.hpp).
//
// As in refined_record.hpp, the uncertainty of an output is measured on the output itself, at the end of each block and
// at a time within it. The output of the first route is interpolated at the zeros of T_32. A block is divided into
// pieces until the interpolation error is at most a tenth of the uncertainty, or of the tenth digit. The error is
// measured between the zeros, where it is largest. Twice the remaining error is added to the uncertainty.

#include "reference/output_record.hpp"
#include "reference/refined_motion.hpp"

namespace plumb {

inline constexpr int most_stored_digits = 10;

/// Returns the refinement goal that each output is accurate enough to be stored, with at most `work` times the default
/// limit of work.
RefinementGoal goal_of_outputs(const Problem& problem, const Parameters& parameters, double work);

/// Returns the record up to the horizon. Computes the motion first if necessary. Has stopping points and reports
/// progress. Throws MotionUnknown.
OutputRecord record_of_outputs(const RefinedMotion& motion, const Problem& problem, const Parameters& parameters);

}  // namespace plumb
