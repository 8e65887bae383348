#pragma once
// Certified states of a problem. Certification compares all independent routes to its motion:
//
//   exact                        the closed form, if one exists
//   chebyshev                    otherwise Picard's iteration on Chebyshev series in quad
//   bulirsch-stoer-index1-dd     extrapolation in double-doubles, in redundant coordinates; not if a closed form exists
//   bulirsch-stoer-dd            extrapolation in double-doubles, in minimal coordinates
//   cvode                        Adams methods of SUNDIALS in double, in minimal coordinates
//   bulirsch-stoer-charts-dd     replaces bulirsch-stoer-dd if coordinates are not a vector space; uses charts
//   cvode-lifted                 replaces cvode in the same case; four numbers for each rotation (lifted_motion.hpp)
//
// No other route gets its accuracy from double-doubles, so an error in the implementation of either arithmetic shows as
// a disagreement. Problems without equations in double-doubles, such as problems from files, are extrapolated in quad
// by routes without the ending -dd.
//
// If a stiff motion makes the steps of the extrapolation too short, CVODE with BDF replaces it: `cvode-bdf` and
// `cvode-bdf-lifted`.
//
// A refined motion (stiff or large, refined_motion.hpp) has two routes with other names, and another definition of its
// certified digits (refined_record.hpp). If outputs of the motion are stored, the records contain only these outputs,
// and nothing is computed (output_record.hpp).
//
// The first route bounds its errors, including the amplification of roundings by the motion. CVODE bounds its errors
// too, so it confirms or contradicts without limiting the digits. Bounds on q and v are converted to bounds on every
// other quantity: the quantity is evaluated at states at the distance of the bounds, and the rounding error of the
// evaluation is added. Integrations in minimal coordinates use the accelerations of the problem's `ode` formulation;
// the exact motion does not. The accelerations and multipliers of every route follow from the index-1 equations at its
// own q and v.

#include <span>

#include "problems/problem.hpp"
#include "reference/certify.hpp"
#include "reference/expected_seconds.hpp"
#include "reference/solution.hpp"

namespace plumb {

/// Returns one record for each time, in ascending order of time. Quantities are q1.., v1.., a1.., lambda1.. of the
/// formulation and the problem's outputs. Scales are the largest magnitudes over the motion up to the problem's
/// horizon, or up to the record's time if that is later, so a record does not depend on the other times. If a motion
/// ends in a singular position before its horizon, the scales are the largest magnitudes up to there. If fewer than
/// `meaningful_digits` of the motion hold, values are NaN and have no certified digits.
/// `times` are numbers as text, not before the problem's beginning [s]. Throws std::invalid_argument on other times,
/// if no route is left, and at a time that no integration can reach; the message contains the latest possible time.
/// Obeys stopping points.
std::vector<ReferenceRecord> certified(const Problem& problem, const Parameters& parameters,
                                       const Formulation& formulation, const std::vector<std::string>& times,
                                       const MotionRequest& request = {});

/// Returns the expected duration of `certified` for these times. The routes integrate increasing initial parts of the
/// motion, up to a 64th of it. The bounds assume that the rest runs at the speed of one of the last parts, or at the
/// average speed. Discontinuities of the accelerations come irregularly, and each may cost as much as a long smooth
/// part, so the bounds may be far apart. Both bounds are 0 if all records are cached, if outputs are stored, or if the
/// motion is refined (refined_motion.hpp), because its number of steps cannot be predicted. Throws as `certified`.
ExpectedSeconds expected_certification_seconds(const Problem& problem, const Parameters& parameters,
                                               const Formulation& formulation, const std::vector<std::string>& times);

/// Returns the smallest number of certified digits of the values of a record.
int fewest_digits(const ReferenceRecord& record);

}  // namespace plumb
