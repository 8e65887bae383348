#pragma once
// What the principal root of a step does to an oscillation for small steps: orders of dispersion and dissipation.
//
//   ζ(z) = e^z − C z^{p+1} + ...,   ln ζ(z) = z + Σ_{k>p} l_k z^k
//
// On the imaginary axis odd l_k turn the phase and even ones change the modulus: the first of them are the orders of
// dispersion and dissipation plus one. A Runge-Kutta method has ζ = R; of a multistep formula ln ζ is the inverse of
// ρ(e^w)/σ(e^w).
//
// Source: van der Houwen & Sommeijer 1987, SIAM J. Numer. Anal. 24.

#include <optional>

#include "methods/coefficients/multistep_formula.hpp"

namespace plumb {

struct PhaseOrders {
  std::optional<int> dispersion = {}, dissipation = {};  // null: no such term was found
};

/// By the coefficients of ζ, the constant first: ζ(0) = ζ'(0) = 1.
PhaseOrders phase_orders(const std::vector<Known>& series);

/// By the terms up to z^{p+10}. `formula` is consistent.
PhaseOrders phase_orders(const MultistepFormula& formula);

/// C_{p+1}/σ(1), what is left of the condition of order p + 1 over (p + 1)!; none where σ(1) = 0.
std::optional<Known> error_constant(const MultistepFormula& formula);

}  // namespace plumb
