#pragma once
// Certified states of a problem. All independent routes to its motion are put side by side:
//
//   exact                        the closed form, where one is known
//   chebyshev                    else Picard's iteration on Chebyshev series in quad
//   bulirsch-stoer-index1-dd     extrapolation in double-doubles, in redundant coordinates, with chebyshev
//   bulirsch-stoer-dd            extrapolation in double-doubles, in minimal coordinates
//   cvode                        Adams methods of SUNDIALS in double, in minimal coordinates
//   bulirsch-stoer-charts-dd     where coordinates are no vector space: likewise, in charts
//   cvode-lifted                 likewise CVODE, with four numbers a rotation (lifted_motion.hpp)
//
// No digit of another route rests on double-doubles, so that a fault of either arithmetic shows as a disagreement.
// Problems without equations in these, as those from files, are extrapolated in quad, by routes without the ending -dd.
//
// Where the extrapolation gives up, since a stiff motion makes its steps too short, CVODE uses BDF: `cvode-bdf` and
// `cvode-bdf-lifted`.
//
// A motion of the second kind has two routes with other names, and digits of its own (refined_record.hpp). If its
// outputs are stored, they are all that there is, and nothing is computed (output_record.hpp).
//
// The first route bounds its errors, including those that its sensitivity adds. CVODE bounds its errors too, and
// therefore confirms or contradicts without limiting the digits. Bounds on q and v become bounds on every other
// quantity by evaluating it at states at the distance of the bounds; what rounding makes of the evaluation is added.
// Integrations in minimal coordinates take the accelerations of the problem's `ode` formulation; the exact motion does
// not use them. Accelerations and multipliers of every route are those of the index-1 equations at its own q and v.

#include <span>

#include "problems/problem.hpp"
#include "reference/certify.hpp"
#include "reference/expected_seconds.hpp"
#include "reference/solution.hpp"

namespace plumb {

/// Returns one record for each time, in ascending order of time. Quantities are q1.., v1.., a1.., lambda1.. of the
/// formulation and the problem's outputs. Scales are the largest magnitudes over the motion up to the problem's
/// horizon, or up to the time itself if it is later, so that a record does not depend on the other times. If a motion
/// ends before its horizon, in a singular position, the scales are those up to there. If fewer than `meaningful_digits`
/// of the motion hold, values are not numbers and nothing is certified. `times` are numbers as text, >= 0 [s]. Throws
/// std::invalid_argument on other times, if no route is left, and at a time so late that no integration comes there;
/// the message tells how late it may be. Obeys stopping points.
std::vector<ReferenceRecord> certified(const Problem& problem, const Parameters& parameters,
                                       const Formulation& formulation, const std::vector<std::string>& times,
                                       const WantedMotion& wanted = {});

/// Returns how long `certified` is going to take for these times. Longer and longer beginnings of the motion are tried,
/// up to a 64th of what is to be integrated; the rest goes on like one of their last parts, or like all of them. Kinks
/// of accelerations come when they come, and one takes as long as much of the motion between them, so that least and
/// most may be far apart. Both are 0 if all of the records are kept or outputs are stored, and for a motion of the
/// second kind, whose steps are not known before. Throws as `certified`.
ExpectedSeconds expected_certification_seconds(const Problem& problem, const Parameters& parameters,
                                               const Formulation& formulation, const std::vector<std::string>& times);

/// Returns the fewest certified digits of a record's values.
int fewest_digits(const ReferenceRecord& record);

}  // namespace plumb
