#pragma once
// Where |P| <= |Q| on a ray from the origin, and how far the digits of coefficients leave growth of |P/Q| open there.

#include <vector>

#include "methods/analysis/polynomial.hpp"

namespace plumb {

/// |f(Ω e^{iθ})|², cos θ = −ξ, in powers of Ω; on the imaginary axis (ξ = 0) of Ω².
Polynomial squared_modulus(const Polynomial& f, const Digits100& damping_ratio);

/// An interval of t = Ω, or Ω² on the imaginary axis.
struct StablePart {
  Digits100 from, to;  // `to` < 0: infinite
  Digits100 inside;
  bool is_stable = true;
};

/// Intervals of t > 0 in which a polynomial that is snapped is not negative, and is.
std::vector<StablePart> parts_by_sign(Polynomial e);

/// (|P|² − |Q|²)/(2 |Q|²), about |R| − 1, with every digit of the coefficients and what these leave open.
class Growth {
 public:
  /// Of squared moduli.
  Growth(const Polynomial& p, Polynomial q) : excess(p - q), scale(std::move(q)) {}

  /// The largest of a part, at points that are dense in ln t, and with the digits for it (1) or against it (−1); 0 if
  /// it is rounding.
  double largest(const StablePart& part, int sign) const;

 private:
  double at(const Digits100& t, int sign) const;

  Polynomial excess, scale;
};

}  // namespace plumb
