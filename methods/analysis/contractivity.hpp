#pragma once
// Stability in norms: strong-stability preservation and algebraic stability, from the coefficients.
//
//   SSP coefficient   the largest r with K (I + rK)⁻¹ >= 0 and (I + rK)⁻¹ e >= 0 entry by entry, K = [A 0; bᵀ 0]; of a
//                     multistep formula with α_j <= 0, β_j >= 0 for j >= 1 and α_0 = 1: min −α_j/β_j
//   algebraic         b >= 0 and BA + AᵀB − bbᵀ positive semidefinite, B = diag b
//
// Sources: Kraaijevanger 1991, BIT 31; Ferracina & Spijker 2005, Appl. Numer. Math. 53; Lenferink 1989, Numer. Math.
// 55; Burrage & Butcher 1979, SIAM J. Numer. Anal. 16.

#include <optional>

#include "methods/coefficients/digits.hpp"
#include "methods/coefficients/linear_multistep_data.hpp"
#include "methods/coefficients/tableau_data.hpp"

namespace plumb {

/// A number, and its uncertainty due to the given digits of the coefficients. The number is infinite if there is no
/// limit.
struct Bound {
  double value = 0, within = 0;
};

/// Both functions return 0 if no step preserves strong stability.
Bound ssp_coefficient(const TableauData& tableau, const Digits& digits = {});
Bound ssp_coefficient(const MultistepData& data, const Digits& digits = {});

/// Returns null if the given coefficients are not accurate enough for a decision.
std::optional<bool> is_algebraically_stable(const TableauData& tableau, const Digits& digits = {});

}  // namespace plumb
