#pragma once
// Common factors and multiple roots of polynomials with rational coefficients, decided exactly.
//
// With n digits, rounding limits a computed root of multiplicity m to an accuracy of n/m digits. So no numerical method
// distinguishes twenty equal roots in the unit disc from one root outside of it.
//
// Sources: Euclid's algorithm; Yun 1976, SYMSAC '76, for the factors by multiplicity.

#include <optional>

#include "methods/analysis/polynomial.hpp"

namespace plumb {

struct CommonFactor {
  Polynomial factor = {};              // common factor with leading coefficient 1
  Polynomial first = {}, second = {};  // quotients of both polynomials by the common factor
};

/// The greatest common divisor of two polynomials; null if a coefficient is too inaccurate to be identified with one
/// fraction.
std::optional<CommonFactor> common_factor(const Polynomial& p, const Polynomial& q);

/// Roots with their multiplicities. The multiplicities are exact if the coefficients are fractions; otherwise they are
/// computed by `multiple_roots`.
std::vector<MultipleRoot> roots_by_factors(const Polynomial& p);

}  // namespace plumb
