#pragma once
// Linear stability of Runge-Kutta and multistep methods from their coefficients: no step is run and no Ω scanned.
//
//   Runge-Kutta   R(z) = P(z)/Q(z) = det(I − zA + z e bᵀ)/det(I − zA)
//                 |R| <= 1 at z = Ω e^{iθ}, cos θ = −ξ, where E(Ω) = |Q|² − |P|² >= 0: between the roots of a
//                 polynomial
//   multistep     ρ(ζ) − z σ(ζ): roots cross the circle where z = ρ(e^{iφ})/σ(e^{iφ}) meets the ray, at the roots of a
//                 polynomial in cos φ; between these the roots decide
//
// What the digits of the coefficients cannot tell from 0 is 0, by bounds of first order with a factor 2 of room. So
// much growth of a step is then left open: where it is not small, nothing is said to be stable.
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

/// Growth of a step that the digits of coefficients may leave open: in an interval that ends, which limits are given
/// of, and where a step is called A-, L- or algebraically stable. The latter is e-fold in 1e8 steps, and what
/// coefficients of ten digits leave open, as those that are printed of Radau IIA.
inline constexpr double growth_of_limits = 0.01, growth_of_verdicts = 1e-8;

/// Steps are bounded for from <= Ω <= to; `to` may be infinite.
struct StableInterval {
  double from = 0, to = 0;
  double from_within = 0, to_within = 0;  // how far the digits leave the ends open

  /// Both ends differ in ten digits: at a point where a curve of growth touches 0 nothing is stable that can be used.
  bool has_length() const { return to - from > 1e-10 * from; }
};

struct StableIntervals {
  std::vector<StableInterval> list = {};
  double ignored = 0;      // growth of a step that the digits leave open in these intervals
  bool is_known = true;    // false: whether there are more, or where they end, the digits leave open
  bool is_broken = false;  // somewhere a step grows, whatever the digits leave open

  /// The end of the interval that begins at 0: 0 if there is none, null if it never ends.
  std::optional<double> limit() const;
  bool everywhere() const { return !list.empty() && !limit(); }
  /// Beyond the others; where it begins where the last one ends, that one gets longer. Left out if it has no length.
  void add(const StableInterval& next);
};

struct StabilityByFormula {
  int linear_order = 0;  // the largest q with R(z) = e^z + O(z^{q+1}); of a multistep formula its order
  std::optional<Known> error_constant = {};  // C of e^z − R(z) = C z^{q+1} + ...; of a multistep formula C_{p+1}/σ(1);
                                             // null: there is none, or the digits do not tell
  PhaseOrders phase = {};                    // of R, or of the principal root
  std::optional<quad> rho_infinity = {};     // null: the digits leave open whether it is finite
  double rho_infinity_within = 0;
  std::optional<bool> zero_stable = {}, a_stable = {}, l_stable = {};  // null: the digits do not tell
  double open = 0;                                                     // the most that a coefficient may be off
  StableIntervals real_axis = {};                                      // of −z
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

/// By what is known of A-stability and of infinity.
std::optional<bool> l_stable(const StabilityByFormula& found);

/// Where both are stable.
StableIntervals common(const StableIntervals& one, const StableIntervals& other);

}  // namespace plumb
