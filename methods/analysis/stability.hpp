#pragma once
// Linear stability of a method: stability limit, A- and L-stability, zero-stability, behaviour at infinity.
//
// A step is stable if the powers of its amplification matrix are bounded: all |λ| <= 1 and no defective eigenvalue with
// |λ| = 1. A defective eigenvalue counts as unstable if it persists. If two roots merely meet on the circle, as in
// central differences at Ω = 2, this Ω is the stability limit.
//
// If a method has coefficients, all results except the spectral radius are computed from them
// (stability_by_formula.hpp). Otherwise they come from scans of its stepper, as described below.
//
// In quad, a simple root has a rounding error of about 1e-30, so |λ| > 1 + 1e-20 is growth and not noise. Methods that
// exist only in double have coarser thresholds (Resolution of amplification.hpp): growth begins at 1e-9, and Ω → ∞
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

/// Returns the spectral radius of the amplification matrix.
Radius spectral_radius(const Method& method, const Parameters& parameters, const quad& omega_h,
                       const quad& damping_ratio = 0);

struct StabilityLimit {
  std::optional<double> limit;  // Ω at which stability ends; 0: no Ω is stable; null: no end was found
  std::string failure;          // reason why the search ended early
};

/// Returns the stability limit. For a stepper it scans Ω from 1e-4 to `largest` in steps of 2 %, or ten times as long
/// if the distance of the radius from 1 exceeds its change. Then it bisects to 12 digits. Instabilities in narrower
/// windows remain undetected.
StabilityLimit stability_limit(const Method& method, const Parameters& parameters, const quad& damping_ratio = 0,
                               const quad& largest = 10000);

/// Returns all intervals of Ω up to `largest` in which steps are stable, computed like stability_limit(). An interval
/// that reaches `largest` counts as unbounded. If the scan ends early, `failure` receives the reason in words.
StableIntervals stable_intervals(const Method& method, const Parameters& parameters, std::string& failure,
                                 const quad& damping_ratio = 0, const quad& largest = 10000);

/// Returns the limit of the undamped spectral radius for Ω → ∞; infinite for explicit methods. For a stepper it is
/// extrapolated from Ω = 1e4, 1e5, ..., 1e12 (in double 1e2 to 1e6), because multistep formulas with an r-fold root at
/// infinity approach it only like Ω^(-1/r).
Radius rho_infinity(const Method& method, const Parameters& parameters);

/// Returns whether all roots at Ω → 0 lie in the unit disc and are semi-simple on the circle; null: not linearisable.
std::optional<bool> zero_stable(const Method& method, const Parameters& parameters);

/// Returns whether the method is A-stable. For a stepper the test is whether steps are stable on the whole scan for the
/// damping ratios 0, 1/100, 1/10, 1/2, 1 and 2, at infinity and at zero. This is evidence on six rays, not a proof.
/// Null: not linearisable. `undamped` is the limit without damping, if it is already known.
std::optional<bool> a_stable(const Method& method, const Parameters& parameters,
                             const StabilityLimit* undamped = nullptr);

}  // namespace plumb
