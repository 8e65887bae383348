#pragma once
// The A-stable linear multistep formulas of two, three and four steps with tunable dissipation.
//
//   σ(z) = β_0 (z + ρ)^r,   Re ρ(e^{iθ}) conj σ(e^{iθ}) = K (1 − cos θ)^r
//
// with consistency determine the coefficients for each ρ = ρ_∞ in [0, 1]: of second order, A-stable for ρ < 1, and with all
// roots at infinity equal to −ρ. ρ = 1 is the trapezoidal rule in disguise, its formulas of three and four steps are not
// zero-stable;
// ρ = 0 is BDF2 at r = 2, Park's method at r = 3, and no BDF.
//
// Source: zhang2022, section 2.1; Zhang, Zhang & Masarati 2021, Comput. Mech. 67, 289-313.

#include <string_view>
#include <vector>

#include "methods/coefficients/linear_multistep_data.hpp"

namespace plumb {

/// The formula of r = 2, 3 or 4 steps; `rho` as text.
MultistepData lms_formula(int r, std::string_view rho);

/// Those of 1, ..., r steps, where one step is the trapezoidal rule's.
std::vector<MultistepData> lms_members(int r, std::string_view rho);

}  // namespace plumb
