#pragma once
// Gauss methods of any number of stages: collocation at the zeros of P_s(2x − 1), order 2s.
//
// Source: Hairer & Wanner, Solving ODEs II, section IV.5.

#include "methods/coefficients/tableau_data.hpp"

namespace plumb {

/// The tableau, with decimals of 45 digits. Precondition: 2 <= stages <= 12.
TableauData gauss_tableau(int stages);

}  // namespace plumb
