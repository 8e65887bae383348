#pragma once
// Formulas that satisfy the order conditions of a multistep formula exactly, within the uncertainty of its
// coefficients.
//
// The given coefficients satisfy the order conditions only to the accuracy of their digits; the intended formula
// satisfies them exactly. With the given coefficients the principal root is not e^z + O(z^{p+1}): small steps grow or
// decay by the rounding error of the coefficients.
//   minimise Σ (δ_i/w_i)²  subject to  G (x + δ) = 0,  δ = −W² Gᵀ (G W² Gᵀ)⁻¹ G x
//
// x are the coefficients α, β, w their uncertainties, and the rows of G the order conditions.

#include <cstdint>

#include "methods/coefficients/multistep_formula.hpp"

namespace plumb {

/// Returns a formula that satisfies the conditions up to `order` exactly and is nearest to the given formula (draw 0)
/// or to a random formula within its uncertainty (otherwise; `draw` is the seed). Its coefficients count as exact.
MultistepFormula neighbour(const MultistepFormula& formula, int order, std::uint32_t draw);

/// The largest uncertainty of a coefficient, relative to α_0; 0 if all are exact.
double largest_open(const MultistepFormula& formula);

}  // namespace plumb
