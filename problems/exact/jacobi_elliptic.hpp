#pragma once
// Jacobi's elliptic functions of one modulus k in [0, 1], for all real arguments, in quad.
//
// The arithmetic-geometric mean a_n of 1 and k' gives K = pi/(2 a_N) (DLMF 19.8.5). The functions follow from sin and
// cos of a_N u by descending Landen steps in Bulirsch's form (Numerische Mathematik 7, 78-90, 1965), which divides sums
// of positive terms only and so keeps every digit as k -> 1. boost::math::jacobi_elliptic has no argument k', so it
// loses digits there.

#include <vector>

#include "numerics/scalar.hpp"

namespace plumb {

struct JacobiValues {
  quad sn, cn, dn;
};

class JacobiElliptic {
 public:
  /// Requires both the modulus k and the complementary modulus k' = sqrt(1 - k^2): if one of them is small, computing
  /// it from the other would lose digits.
  JacobiElliptic(const quad& k, const quad& k_complement);

  JacobiValues at(const quad& u) const;

  /// The values at u0 + u from the values at u0, by the addition theorem (DLMF 22.8.1-3). The values at u0 follow from
  /// the initial state of a motion directly, so no incomplete integral is needed, and t = 0 returns exactly this state.
  JacobiValues sum(const JacobiValues& u0, const JacobiValues& u) const;

  /// The amplitude am(u0 + u), continuous in u, for |u0| <= K.
  quad amplitude_of_sum(const JacobiValues& u0, const quad& u) const;

  const quad& quarter_period() const { return quarter_period_; }  // quarter period K; infinite for k' = 0

 private:
  struct Rung {
    quad a, b;
  };
  quad k_squared_, quarter_period_, mean_;
  std::vector<Rung> ladder_;  // iterates of the arithmetic-geometric mean; empty for k' = 0
};

}  // namespace plumb
