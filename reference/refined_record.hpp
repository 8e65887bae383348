#pragma once
// Records of a refined motion (stiff or large, refined_motion.hpp). The certified digits of every quantity are the
// digits in which the two integrations agree. They are measured on the quantity itself at the ends of all blocks up to
// the record's time. Bounds on q and v would be too pessimistic for accelerations and forces of a stiff motion, because
// the errors of the components of q are correlated.

#include <span>
#include <string>
#include <vector>

#include "problems/problem.hpp"
#include "reference/certify.hpp"
#include "reference/refined_motion.hpp"

namespace plumb {

/// Writes values and routes at ascending times into `records`. If fewer than RefinedMotion::least_digits digits of q
/// and v are correct, values are NaN and `routes` stays empty. Obeys stopping points.
void record_refined(const RefinedMotion& motion, const Problem& problem, const Parameters& parameters,
                    const Formulation& formulation, const std::vector<quad>& times,
                    std::span<ReferenceRecord* const> records);

}  // namespace plumb
