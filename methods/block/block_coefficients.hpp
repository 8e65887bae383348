#pragma once
// Coefficients of the block methods of li2019, constructed from their nodes and a Padé pair in 100-digit arithmetic.
//
//   Y = e ⊗ y_k + h d ⊗ ẏ_k + h B ⊗ Ẏ,     [B d] V = H(μ)
//   rows of V: (1, 2c_i, …, (r+1) c_i^r) and (1, 0, …, 0);   rows of H: (c_i, c_i², …, c_i^r, μ_i)
//
// μ makes det(I − zB) the denominator of the (k, r) Padé approximant of exp z: r linear equations, since the
// determinant is affine in μ.
// Source: li2019, eqs. (5), (7), (9), (12). The Chebyshev nodes of (12) are in increasing order.

#include <string_view>

#include "methods/coefficients/tableau_data.hpp"
#include "numerics/long_matrix.hpp"

namespace plumb {

struct BlockCoefficients {
  Vec<Digits100> c, mu, d;
  Mat<Digits100> b;  // coefficient matrix B
};

/// Preconditions: `nodes` is equidistant, chebyshev or legendre; r >= 2; 0 <= k <= r.
BlockCoefficients block_coefficients(std::string_view nodes, int r, int k);

/// Returns the method as a Runge-Kutta tableau of r + 1 stages, the first one explicit, in decimals of 50 digits.
/// Coefficients that are 0 are written as 0.
TableauData block_tableau(std::string_view nodes, int r, int k);

}  // namespace plumb
