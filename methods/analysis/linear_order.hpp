#pragma once
// The order that a method shows on the test equation: from the series of R(z), or the order of a multistep formula,
// where it has coefficients; else from its amplification matrix. Free of start-up errors and rounding.
//
//   root       |λ − e^z| = O(Ω^{p+1}),        z = −ξΩ + iΩ√(1−ξ²)
//   velocity   |v/(q z) − 1| = O(Ω^p)          of the principal eigenvector, h = 1
//
// A linear problem with constant coefficients shows an upper bound of the order only; for Runge-Kutta methods the order
// conditions decide.

#include "methods/analysis/amplification.hpp"

namespace plumb {

struct LinearOrder {
  double root = 0, velocity = 0;  // observed exponents p; infinite where the error is below rounding
  std::string failure;            // why the method cannot be linearised, in words
};

/// From Ω = 1/64 and 1/128 (in double 1/8 and 1/16) where it is observed. By coefficients the velocity is exact:
/// eigenvectors are those of the equation.
LinearOrder linear_order(const Method& method, const Parameters& parameters, const quad& damping_ratio = 0);

}  // namespace plumb
