#pragma once
// The order of a method on the test equation. If the method has coefficients, it comes from the series of R(z), or is
// the order of a multistep formula. Otherwise it comes from the amplification matrix. Errors of the start and rounding
// errors do not affect this order.
//
//   root       |λ − e^z| = O(Ω^{p+1}),        z = −ξΩ + iΩ√(1−ξ²)
//   velocity   |v/(q z) − 1| = O(Ω^p)          of the principal eigenvector, h = 1
//
// If a step depends only on (q, v), both together determine its amplification matrix, and its order is the lower of
// them. The positions of a multistep formula do not depend on its velocities, so their order is the order of the root.
//
// A linear problem with constant coefficients gives only an upper bound of the order; for Runge-Kutta methods the order
// conditions decide.

#include <algorithm>

#include "methods/analysis/amplification.hpp"

namespace plumb {

struct LinearOrder {
  double root = 0, velocity = 0;  // observed orders p; infinite: the error is below rounding
  bool of_state_alone = false;    // whether a step depends on (q, v) alone, because its memory is a function of them

  double position() const { return of_state_alone ? std::min(root, velocity) : root; }
  std::string failure = {};  // reason why the method cannot be linearised
};

/// Without coefficients, the order is observed from Ω = 1/64 and 1/128 (in double 1/8 and 1/16). With coefficients,
/// the velocity is exact, because the eigenvectors are eigenvectors of the equation.
LinearOrder linear_order(const Method& method, const Parameters& parameters, const quad& damping_ratio = 0);

}  // namespace plumb
