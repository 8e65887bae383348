#pragma once
// The amplification matrix of a method, computed by its stepper.
//
// With h = 1 a step on the test equation is a linear map of (q, v, memory). The columns of its matrix are the images of
// the unit vectors. So every method is analysed as it is implemented, and no matrix is derived by hand. The matrix is
// computed in quad, because a rounding error u moves a double root of modulus 1 by √u. If a method exists only in
// double, the matrix is in double, and all conclusions from it are coarser (Resolution).
//
// Ω = ωh is the sampling frequency, ξ the damping ratio.

#include <complex>
#include <string>
#include <vector>

#include "methods/method.hpp"

namespace plumb {

struct Amplification {
  Mat<quad> matrix;         // amplification matrix of the vector (q, v, memory)
  std::string failure;      // reason why there is no matrix; empty: there is one
  int implicit_stages = 0;  // number of implicit stages of a step, as counted by the method; 0: explicit
  bool ok() const { return failure.empty(); }
};

/// The precision to which the steps of a method, and therefore its roots, are known.
struct Resolution {
  quad linear;         // largest deviation of a step from a linear map, relative to its terms
  quad growth;         // excess of |λ| over 1 from which it is growth, not rounding noise
  quad circle;         // distance below which roots, or a root and the unit circle, are indistinguishable
  quad infinity;       // resolution of |λ| at Ω → ∞
  quad order_omega;    // Ω such that orders are observed from the errors at Ω and Ω/2
  quad order_noise;    // errors of roots below this limit do not determine an order
  quad zero_omega[2];  // values of Ω that approximate zero
  quad first, last;    // range of Ω from which the limit at infinity is extrapolated
};
const Resolution& resolution(const Method& method);

/// Fails, with a reason, if the step fails, is not linear to the resolution, or depends on more than q, v and memory().
/// If ξ makes the method implicit and it offers a choice of iterations (solve=newton), Newton's iteration is used: a
/// fixed point converges only at light damping, and then to the same step. May throw Stopped (contract/stop.hpp), like
/// every analysis.
Amplification amplification_matrix(const Method& method, const Parameters& parameters, const quad& omega_h,
                                   const quad& damping_ratio = 0);

using Root = std::complex<quad>;

inline quad modulus(const Root& z) { return sqrt(z.real() * z.real() + z.imag() * z.imag()); }

/// Balances a matrix by a diagonal similarity of powers of two, without rounding, so that its rows and columns have
/// similar sizes (Parlett & Reinsch 1969).
void balance(Mat<quad>& a);

/// Eigenvalues, by decreasing modulus. Eigenvalues that a permutation isolates are split off first. The remaining
/// matrix is balanced, because position and its derivatives differ by powers of Ω.
std::vector<Root> eigenvalues(const Mat<quad>& matrix);

/// The exact root of the undamped or damped oscillator: λ = exp(−ξΩ + iΩ√(1−ξ²)).
Root exact_root(const quad& omega_h, const quad& damping_ratio);

}  // namespace plumb
