#pragma once
// The parts of a ray from the origin where |P| <= |Q|, and the growth of |P/Q| there within the uncertainty of the
// coefficients of P and Q.

#include <vector>

#include "methods/analysis/polynomial.hpp"

namespace plumb {

/// |f(Ω e^{iθ})|² with cos θ = −ξ, in powers of Ω; on the imaginary axis (ξ = 0) in powers of Ω².
Polynomial squared_modulus(const Polynomial& f, const Digits100& damping_ratio);

/// An interval of t = Ω, or Ω² on the imaginary axis.
struct StablePart {
  Digits100 from, to;  // ends of the interval; negative `to`: unbounded
  Digits100 inside;    // a point in the interior
  bool is_stable = true;
};

/// Divides t > 0 into intervals in which a polynomial is not negative (stable) and intervals in which it is negative.
/// Precondition: `e` is a result of snapped().
std::vector<StablePart> parts_by_sign(Polynomial e);

/// (|P|² − |Q|²)/(2 |Q|²), about |R| − 1, with the uncertainty from the digits of the coefficients.
class Growth {
 public:
  /// The arguments are squared moduli.
  Growth(const Polynomial& p, Polynomial q) : excess(p - q), scale(std::move(q)) {}

  /// The largest growth in a part, at points that are dense in ln t. The uncertainty is added (`sign` = 1) or
  /// subtracted (−1). A growth that is only rounding counts as 0.
  double largest(const StablePart& part, int sign) const;

 private:
  double at(const Digits100& t, int sign) const;

  Polynomial excess, scale;
};

}  // namespace plumb
