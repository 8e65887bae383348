#pragma once
// Certified states of a problem: every independent route to its motion, put side by side.
//
//   exact                        the closed form, where one is known
//   chebyshev                    else Picard's iteration on Chebyshev series in quad
//   bulirsch-stoer-index1        extrapolation in quad, in redundant coordinates, with chebyshev
//   bulirsch-stoer               extrapolation in quad, in minimal coordinates
//   cvode                        Adams methods of SUNDIALS in double, in minimal coordinates
//   bulirsch-stoer-charts        where coordinates are no vector space: extrapolation in quad, in charts
//   cvode-lifted                 likewise CVODE, with four numbers a rotation (lifted_motion.hpp)
//
// Where the extrapolation gives up, since a stiff motion makes its steps too short, CVODE takes BDF: `cvode-bdf`,
// `cvode-bdf-lifted`.
//
// A motion of the second kind has two routes by other names, and digits of its own (refined_record.hpp). Where its
// outputs are stored, there is nothing else, and nothing is computed (output_record.hpp).
//
// The first route bounds its errors, sensitivity included. So does CVODE, which therefore confirms or contradicts
// without limiting the digits. Bounds on q and v become bounds on every other quantity by evaluating it at states at
// the distance of the bounds; what rounding makes of the evaluation is added. Integrations in minimal coordinates take
// the accelerations of the problem's `ode` formulation; the exact motion does not use them. Accelerations and
// multipliers of every route are those of the index-1 equations at its own q and v.

#include <span>

#include "problems/problem.hpp"
#include "reference/certify.hpp"
#include "reference/solution.hpp"

namespace plumb {

/// One record a time, in ascending order of time; quantities are q1.., v1.., a1.., lambda1.. of the formulation and the
/// problem's outputs. Scales are the largest magnitudes over the motion up to the problem's horizon or, beyond it, to
/// the time itself: a record does not depend on the other times. A motion that ends before its horizon, in a singular
/// position, has scales up to there. Where fewer than `meaningful_digits` of the motion hold, values are not numbers
/// and nothing is certified. `times`: numbers as text, >= 0 [s]. Throws std::invalid_argument on anything else, where
/// no route is left, and at a time so late that no integration comes there; the message tells how late it may be.
/// Obeys stopping points.
std::vector<ReferenceRecord> certified(const Problem& problem, const Parameters& parameters,
                                       const Formulation& formulation, const std::vector<std::string>& times,
                                       ReferenceKind kind = ReferenceKind::certified);

/// How long `certified` is going to take for these times [s], roughly: what its routes take over the first 64th of the
/// time that is still to be integrated, 64 times; 0 where all of its records are kept, or outputs are stored, and of
/// a motion of the second kind, whose steps are not known before. Throws as `certified`.
double expected_certification_seconds(const Problem& problem, const Parameters& parameters,
                                      const Formulation& formulation, const std::vector<std::string>& times);

/// Fewest certified digits of a record's values.
int fewest_digits(const ReferenceRecord& record);

}  // namespace plumb
