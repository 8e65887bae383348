#pragma once
// Linear stability of a method: stability limit, A- and L-stability, zero-stability, behaviour at infinity.
//
// A step is stable when the powers of its amplification matrix are bounded: all |λ| <= 1 and no defective eigenvalue
// with |λ| = 1. A defective one counts as unstable where it persists; where two roots merely meet on the circle, as
// central differences' do at Ω = 2, it is the boundary.
//
// All but the spectral radius comes from the coefficients where a method has any (stability_by_formula.hpp), and
// otherwise from scans of its stepper, as described below.
//
// Quad rounding leaves about 1e-30 in a simple root, so that |λ| > 1 + 1e-20 is growth and not noise. Methods that
// exist in double only are known less precisely (Resolution of amplification.hpp): growth begins at 1e-9, and Ω → ∞
// means 1e2 to 1e6.

#include <optional>

#include "methods/analysis/amplification.hpp"
#include "methods/analysis/stability_by_formula.hpp"

namespace plumb {

/// A quantity that may be unavailable: null, with the reason in words.
struct Radius {
  std::optional<quad> value;
  std::string failure;
};

/// Spectral radius of the amplification matrix.
Radius spectral_radius(const Method& method, const Parameters& parameters, const quad& omega_h,
                       const quad& damping_ratio = 0);

struct StabilityLimit {
  std::optional<double> limit;  // the first Ω beyond which a step is unstable; 0: every step is; null: none was found
  std::string failure;          // why the search ended early, in words
};

/// The limit from the stepper: scans Ω from 1e-4 to `largest` in steps of 2 %, or of ten times that where the radius is
/// farther from 1 than it changes, then bisects to 12 digits. It does not see instabilities in narrower windows than
/// that.
StabilityLimit stability_limit(const Method& method, const Parameters& parameters, const quad& damping_ratio = 0,
                               const quad& largest = 10000);

/// All intervals of Ω up to `largest` in which steps are stable, found like the limit; an interval that reaches
/// `largest` is infinite. `failure` receives the reason where the scan ended early, in words.
StableIntervals stable_intervals(const Method& method, const Parameters& parameters, std::string& failure,
                                 const quad& damping_ratio = 0, const quad& largest = 10000);

/// The limit of the spectral radius for Ω → ∞, undamped; it is infinite for explicit methods. It is extrapolated from Ω
/// = 1e4, 1e5, ..., 1e12 (in double 1e2 to 1e6), because multistep formulas with an r-fold root at infinity approach it
/// only like Ω^(-1/r).
Radius rho_infinity(const Method& method, const Parameters& parameters);

/// Returns whether all roots at Ω → 0 lie in the unit disc and are semi-simple on the circle; null: not linearisable.
std::optional<bool> zero_stable(const Method& method, const Parameters& parameters);

/// Returns, by the stepper, whether steps are stable on the whole scan for every damping ratio of 0, 1/100, 1/10, 1/2,
/// 1 and 2, at infinity and at zero. This is evidence on six rays, not a proof. Null: not linearisable. `undamped` is
/// the limit without damping where it is known already.
std::optional<bool> a_stable(const Method& method, const Parameters& parameters,
                             const StabilityLimit* undamped = nullptr);

}  // namespace plumb
