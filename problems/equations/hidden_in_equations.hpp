#pragma once
// Hidden variation between samples of equations that are formulas (expression_ranges.hpp).

#include <memory>

#include "problems/equations/equations_of_motion.hpp"
#include "problems/hidden_variation.hpp"

namespace plumb {

/// The result takes the same time t as the formulas.
HiddenVariation hidden_in_equations(const std::shared_ptr<const EquationsOfMotion>& equations,
                                    const Parameters& parameters);

}  // namespace plumb
