#pragma once
// Radau IIA of any number of stages: collocation at the zeros of P_s(2x − 1) − P_{s−1}(2x − 1).
//
//   a_ij = ∫_0^{c_i} ℓ_j,   b_j = a_sj,   order 2s − 1
//
// Source: Hairer & Wanner, Solving ODEs II, section IV.5.

#include "methods/coefficients/tableau_data.hpp"

namespace plumb {

/// The tableau, with decimals of 45 digits. Precondition: 2 <= stages <= 12.
TableauData radau_iia_tableau(int stages);

}  // namespace plumb
