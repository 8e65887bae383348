#pragma once
// γ of the composite methods, which follows from their spectral radius at infinity.
//
// The stability function of n implicit stages is R = N/D, D = (1 − γz)^n, N = 1 + a_1 z + … + a_n z^n.
//   MSSTC(n): order 2; N ends with a_n = ργ^n, and |D(iy)|² − |N(iy)|² has no power of y below 2n, which makes it
//             A-stable:
//               Σ_{i+j=2k} (−1)^{k−j} a_i a_j = C(n,k) γ^{2k},  k = 2 … n−1
//             the branch with n trapezoidal steps at ρ = 1: γ = 1/(2n), a_j = C(n,j) γ^j
//   MSSTH(n): order n: a_n = Σ_k C(n,k) (−γ)^k/(n−k)! = −ργ³, ργ⁴, ργ⁵;
//             the branch in the interval of A-stability
// R(∞) = a_n/(−γ)^n.
//
// Sources: Zhang, Zhang, Xing & Masarati 2020, Nonlinear Dynamics 102; zhang2022, section 2.3.

#include <vector>

#include "methods/esdirk/roots.hpp"

namespace plumb {

/// γ and a_1 … a_n of MSSTC(n), n = 3, 4, 5.
struct CompositeStability {
  Digits100 gamma;
  std::vector<Digits100> a;
};
CompositeStability msstc_stability(int n, const Digits100& rho);

/// γ of MSSTH(n), n = 3, 4, 5.
Digits100 mssth_gamma(int n, const Digits100& rho);

}  // namespace plumb
