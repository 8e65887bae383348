#pragma once
// Linear stability of Runge-Kutta and multistep methods from their coefficients: no step is run and no Ω scanned.
//
//   Runge-Kutta   R(z) = P(z)/Q(z) = det(I − zA + z e bᵀ)/det(I − zA)
//                 |R| <= 1 at z = Ω e^{iθ}, cos θ = −ξ, where E(Ω) = |Q|² − |P|² >= 0: between the roots of a
//                 polynomial
//   multistep     ρ(ζ) − z σ(ζ): roots cross the circle where z = ρ(e^{iφ})/σ(e^{iφ}) meets the ray, at the roots of a
//                 polynomial in cos φ; between these the roots decide
//
// What the digits of the coefficients cannot tell from 0 is 0, by bounds in which nothing cancels, so that growth below
// that is no instability.
//
// Source: Hairer & Wanner, Solving ODEs II, sections IV.3, V.1; Norsett 1975 for E; the derivatives of determinants by
// Faddeev & LeVerrier's adjugates.

#include <complex>
#include <functional>
#include <optional>
#include <vector>

#include "methods/analysis/phase.hpp"
#include "methods/analysis/principal_root.hpp"
#include "methods/coefficients/digits.hpp"

namespace plumb {

/// Steps are bounded for from <= Ω <= to; `to` may be infinite.
struct StableInterval {
  double from = 0, to = 0;
};

struct StableIntervals {
  std::vector<StableInterval> list = {};
  double ignored = 0;  // growth of a step that the digits cannot tell from none

  /// The end of the interval that begins at 0: 0 if there is none, null if it never ends.
  std::optional<double> limit() const;
  bool everywhere() const { return !list.empty() && !limit(); }
};

struct StabilityByFormula {
  int linear_order = 0;  // the largest q with R(z) = e^z + O(z^{q+1}); of a multistep formula its order
  std::optional<Known> error_constant = {};  // C of e^z − R(z) = C z^{q+1} + ...; of a multistep formula C_{p+1}/σ(1)
  PhaseOrders phase = {};                    // of R, or of the principal root
  quad rho_infinity = 0;
  double rho_infinity_within = 0;
  bool zero_stable = false, a_stable = false, l_stable = false;
  StableIntervals real_axis = {};        // of −z
  std::optional<double> sector = {};     // the largest α [degree] of A(α)-stability; null: there is none
  double ignored = 0;                    // as above, on the imaginary axis
  std::optional<bool> irreducible = {};  // ρ and σ have no common factor; null: a Runge-Kutta method
  std::function<StableIntervals(const quad& damping_ratio)> intervals = {};
  std::function<RootsAt(const quad& damping_ratio)> roots = {};  // of a step, for ξ < 1
  /// Makes a function that has a memory: the largest modulus of a root at z = λh, in double.
  std::function<std::function<double(std::complex<double> z)>()> radius = {};
  std::function<std::complex<double>(double phi)> locus = {};  // z with the root e^{iφ}; null: a Runge-Kutta method
};

/// Whether a formula is zero-stable, without all the rest.
bool is_zero_stable(const MultistepData& data, const Digits& digits = {});

StabilityByFormula stability_by_formula(const TableauData& tableau, const Digits& digits = {});
StabilityByFormula stability_by_formula(const MultistepData& data, const Digits& digits = {});
/// By the coefficients of the method; null: it offers none.
std::optional<StabilityByFormula> stability_by_formula(const Method& method, const Parameters& parameters,
                                                       const Digits& digits = {});

/// Where both are stable.
StableIntervals common(const StableIntervals& one, const StableIntervals& other);

}  // namespace plumb
