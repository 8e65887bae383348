#pragma once
// Common factors and multiple roots of polynomials with rational coefficients, decided exactly.
//
// Rounding limits a root of multiplicity m to 1/m of the digits. So no numerical method distinguishes twenty
// equal roots in the unit disc from one root outside of it.
//
// Sources: Euclid's algorithm; Yun 1976, SYMSAC '76, for the factors by multiplicity.

#include <optional>

#include "methods/analysis/polynomial.hpp"

namespace plumb {

struct CommonFactor {
  Polynomial factor = {};              // common factor with leading coefficient 1
  Polynomial first = {}, second = {};  // quotients of both polynomials by the common factor
};

/// The greatest common divisor of two polynomials; null if the digits of a coefficient do not determine a fraction.
std::optional<CommonFactor> common_factor(const Polynomial& p, const Polynomial& q);

/// Roots with their multiplicities. The multiplicities are exact if the coefficients are fractions; otherwise they are
/// computed by `multiple_roots`.
std::vector<MultipleRoot> roots_by_factors(const Polynomial& p);

}  // namespace plumb
