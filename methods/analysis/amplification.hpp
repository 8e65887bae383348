#pragma once
// The amplification matrix of a method, taken from its stepper.
//
// With h = 1 a step on the test equation maps (q, v, memory) linearly onto itself: its columns are the images of the
// unit vectors. So every method is analysed as it is implemented, and no matrix is derived by hand. The matrix is
// computed in quad, because rounding limits the accuracy of a double root of modulus 1 to its square root. If a method
// exists only in double, the matrix is in double, and all conclusions from it are coarser (Resolution).
//
// Ω = ωh is the sampling frequency, ξ the damping ratio.

#include <complex>
#include <string>
#include <vector>

#include "methods/method.hpp"

namespace plumb {

struct Amplification {
  Mat<quad> matrix;         // of (q, v, memory)
  std::string failure;      // the reason why there is no matrix; empty if there is one
  int implicit_stages = 0;  // of a step, as the method counts its stages; 0 if a step solves no equations
  bool ok() const { return failure.empty(); }
};

/// The precision to which the steps of a method, and therefore its roots, are known.
struct Resolution {
  quad linear;         // the largest difference of a step from a linear map, relative to its parts
  quad growth;         // |λ| above 1 by more is growth and not noise
  quad circle;         // roots closer to each other, or to the unit circle, are indistinguishable
  quad infinity;       // the same of |λ| at Ω → ∞
  quad order_omega;    // the larger Ω at which an order is observed, and the other one half of it
  quad order_noise;    // errors of roots below this show no order
  quad zero_omega[2];  // the Ω that stand for zero
  quad first, last;    // the range of Ω from which infinity is extrapolated
};
const Resolution& resolution(const Method& method);

/// Fails, with a reason, if the step fails, is not linear to the resolution, or depends on more than q, v and memory().
/// If ξ makes the method implicit and it offers a choice of iterations (solve=newton), Newton's iteration is used: a
/// fixed point converges only at light damping, and then to the same step. Has stopping points, as every analysis.
Amplification amplification_matrix(const Method& method, const Parameters& parameters, const quad& omega_h,
                                   const quad& damping_ratio = 0);

using Root = std::complex<quad>;

inline quad modulus(const Root& z) { return sqrt(z.real() * z.real() + z.imag() * z.imag()); }

/// Balances a matrix by a diagonal similarity of powers of two, without rounding, so that its rows and columns have
/// similar sizes (Parlett & Reinsch 1969).
void balance(Mat<quad>& a);

/// Eigenvalues, by decreasing modulus. Isolated ones are split off first and the rest is balanced, because position and
/// its derivatives differ by powers of Ω.
std::vector<Root> eigenvalues(const Mat<quad>& matrix);

/// The exact root of the undamped or damped oscillator: λ = exp(−ξΩ + iΩ√(1−ξ²)).
Root exact_root(const quad& omega_h, const quad& damping_ratio);

}  // namespace plumb
