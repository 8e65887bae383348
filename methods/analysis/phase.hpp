#pragma once
// The effect of a step's principal root on an oscillation, for small steps: orders of dispersion and dissipation.
//
//   ζ(z) = e^z − C z^{p+1} + ...,   ln ζ(z) = z + Σ_{k>p} l_k z^k
//
// On the imaginary axis, terms with odd k change the phase and terms with even k change the modulus. The order of
// dispersion is the first odd k with l_k ≠ 0, minus one; the order of dissipation is the first even k, minus one. A
// Runge-Kutta method has ζ = R; for a multistep formula ln ζ is the inverse function of ρ(e^w)/σ(e^w).
//
// Source: van der Houwen & Sommeijer 1987, SIAM J. Numer. Anal. 24.

#include <optional>

#include "methods/coefficients/multistep_formula.hpp"

namespace plumb {

struct PhaseOrders {
  std::optional<int> dispersion = {}, dissipation = {};  // orders of both errors; null: no such term was found
  // Lower bounds of the orders if the coefficients are too inaccurate to distinguish a term from 0; otherwise 0.
  int least_dispersion = 0, least_dissipation = 0;
};

/// The orders from the coefficients of ζ, the constant first; l_k counts as 0 for k <= order. Precondition:
/// ζ(0) = ζ'(0) = 1.
PhaseOrders phase_orders(const std::vector<Known>& series, int order);

/// The orders from the terms up to z^{p+10}. Precondition: `formula` is consistent.
PhaseOrders phase_orders(const MultistepFormula& formula);

/// C_{p+1}/σ(1), the defect in the condition of order p + 1 divided by (p + 1)!; nullopt if σ(1) = 0.
std::optional<Known> error_constant(const MultistepFormula& formula);

}  // namespace plumb
