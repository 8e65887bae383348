#pragma once
// The A-stable linear multistep formulas of two, three and four steps with tunable dissipation.
//
//   σ(z) = β_0 (z + ρ)^r,   Re ρ(e^{iθ}) conj σ(e^{iθ}) = K (1 − cos θ)^r
//
// and consistency determine the coefficients for each ρ = ρ_∞ in [0, 1]. The formulas are of second order, A-stable for
// ρ < 1, and all roots at infinity are −ρ. At ρ = 1 they are the trapezoidal rule with the common factor (z + 1)^{r−1}
// in both polynomials, so the formulas of three and four steps are not zero-stable. At ρ = 0 the formula of two steps
// is BDF2 and the formula of three steps is Park's method; the formulas of three and four steps are no BDF.
//
// Source: zhang2022, section 2.1; Zhang, Zhang & Masarati 2021, Comput. Mech. 67, 289-313.

#include <string_view>
#include <vector>

#include "methods/coefficients/linear_multistep_data.hpp"

namespace plumb {

/// The formula of r = 2, 3 or 4 steps; `rho` as text.
MultistepData lms_formula(int r, std::string_view rho);

/// The formulas of 1, ..., r steps; the formula of one step is the trapezoidal rule.
std::vector<MultistepData> lms_members(int r, std::string_view rho);

}  // namespace plumb
