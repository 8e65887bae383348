#pragma once
// Common factors and multiple roots of polynomials with rational coefficients, decided exactly.
//
// Roots of multiplicity m are known to a 1/m-th of the digits only, so that nothing numerical tells twenty equal roots
// in the unit disc from one outside of it.
//
// Source: Euclid's algorithm; Yun 1976, SYMSAC '76, for the factors by multiplicity.

#include <optional>

#include "methods/analysis/polynomial.hpp"

namespace plumb {

struct CommonFactor {
  Polynomial factor = {};              // of leading coefficient 1
  Polynomial first = {}, second = {};  // what is left of both
};

/// The greatest common divisor of two polynomials; null where a coefficient is no fraction that its digits determine.
std::optional<CommonFactor> common_factor(const Polynomial& p, const Polynomial& q);

/// Roots with their exact multiplicities, all of them where they are fractions in the coefficients; else as
/// `multiple_roots` finds them.
std::vector<MultipleRoot> roots_by_factors(const Polynomial& p);

}  // namespace plumb
