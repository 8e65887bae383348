#pragma once
// Tableaus of collocation: the polynomial that satisfies the equations at given nodes.
//
//   a_ij = ∫_0^{c_i} ℓ_j,   b_j = ∫_0^1 ℓ_j
//
// Source: Hairer, Norsett & Wanner, Solving ODEs I, theorem II.7.8.

#include "methods/coefficients/digits.hpp"
#include "methods/coefficients/tableau_data.hpp"

namespace plumb {

struct ValueAndSlope {
  Digits100 value, slope;
};

/// Legendre's polynomial P_n and its derivative.
ValueAndSlope legendre(int n, const Digits100& t);

/// The tableau of these nodes, with decimals of 45 digits. Precondition: the nodes are ascending and all different.
TableauData collocation_tableau(const std::vector<Digits100>& c);

}  // namespace plumb
