#pragma once
// Linear stability of Runge-Kutta and multistep methods from their coefficients: no step is run and no Ω scanned.
//
//   Runge-Kutta   R(z) = P(z)/Q(z) = det(I − zA + z e bᵀ)/det(I − zA)
//                 |R| <= 1 at z = Ω e^{iθ}, cos θ = −ξ, where E(Ω) = |Q|² − |P|² >= 0: between the roots of a
//                 polynomial
//   multistep     ρ(ζ) − z σ(ζ): roots cross the circle where z = ρ(e^{iφ})/σ(e^{iφ}) meets the ray, at the roots of a
//                 polynomial in cos φ; between these the roots decide
//
// Differences that the digits of the coefficients cannot separate from 0 are 0, by bounds of first order with a factor
// 2 of room. The digits then leave some growth of a step undecided; where that is not small, nothing is called stable.
//
// Sources: Hairer & Wanner, Solving ODEs II, sections IV.3, V.1; Norsett 1975 for E; Faddeev & LeVerrier's adjugates
// for the derivatives of determinants.

#include <complex>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "methods/analysis/contractivity.hpp"
#include "methods/analysis/phase.hpp"
#include "methods/analysis/principal_root.hpp"
#include "methods/coefficients/digits.hpp"

namespace plumb {

/// The growth of a step that the digits of coefficients may leave undecided: in an interval that ends, for which limits
/// are given, and where a step is called A-, L- or algebraically stable. The latter value means a factor e in 1e8
/// steps, and is what coefficients of ten digits leave undecided, as those printed for Radau IIA.
inline constexpr double growth_of_limits = 0.01, growth_of_verdicts = 1e-8;

/// Steps are bounded for from <= Ω <= to; `to` may be infinite.
struct StableInterval {
  double from = 0, to = 0;
  double from_within = 0, to_within = 0;  // the uncertainty of the ends

  /// Returns whether both ends differ in ten digits: a point where a curve of growth touches 0 is of no use as an
  /// interval.
  bool has_length() const { return to - from > 1e-10 * from; }
};

struct StableIntervals {
  std::vector<StableInterval> list = {};
  double ignored = 0;    // growth of a step in these intervals that the digits leave undecided
  bool is_known = true;  // false: the digits do not decide whether there are more, or where they end
  double known_until = std::numeric_limits<double>::infinity();  // beyond this Ω the digits decide nothing
  bool is_broken = false;  // somewhere a step grows for all values that the digits allow

  /// The end of the interval that begins at 0: 0 if there is none, null if it never ends.
  std::optional<double> limit() const;
  bool everywhere() const { return !list.empty() && !limit(); }
  /// Adds an interval beyond the others; one that begins at the end of the last one extends it. One without length is
  /// left out.
  void add(const StableInterval& next);
};

struct StabilityByFormula {
  int linear_order = 0;  // the largest q with R(z) = e^z + O(z^{q+1}); of a multistep formula its order
  std::optional<Known> error_constant = {};  // C of e^z − R(z) = C z^{q+1} + ...; of a multistep formula C_{p+1}/σ(1);
                                             // null: there is none, or the digits do not tell
  PhaseOrders phase = {};                    // of R, or of the principal root
  std::optional<quad> rho_infinity = {};     // null: the digits do not decide whether it is finite
  double rho_infinity_within = 0;
  std::optional<bool> zero_stable = {}, a_stable = {}, l_stable = {};  // null: the digits do not decide
  double open = 0;                                                     // the largest possible error of a coefficient
  StableIntervals real_axis = {};                                      // of −z
  std::optional<Bound> sector = {};      // the largest α [degree] of A(α)-stability; null: there is none
  double ignored = 0;                    // as above, on the imaginary axis
  std::optional<bool> irreducible = {};  // ρ and σ have no common factor; null: a Runge-Kutta method
  std::function<StableIntervals(const quad& damping_ratio)> intervals = {};
  std::function<RootsAt(const quad& damping_ratio)> roots = {};  // of a step, for ξ < 1
  /// Makes a function with a memory: the largest modulus of a root at z = λh, in double.
  std::function<std::function<double(std::complex<double> z)>()> radius = {};
  std::function<std::complex<double>(double phi)> locus = {};  // z with the root e^{iφ}; null: a Runge-Kutta method
};

/// Returns whether a formula is zero-stable, without computing the rest.
bool is_zero_stable(const MultistepData& data, const Digits& digits = {});

StabilityByFormula stability_by_formula(const TableauData& tableau, const Digits& digits = {});
StabilityByFormula stability_by_formula(const MultistepData& data, const Digits& digits = {});
/// The result from the coefficients of the method; null where it has none.
std::optional<StabilityByFormula> stability_by_formula(const Method& method, const Parameters& parameters,
                                                       const Digits& digits = {});

/// Returns whether a method is L-stable, from its A-stability and its behaviour at infinity.
std::optional<bool> l_stable(const StabilityByFormula& found);

/// Adds the angle of the stable sector, which `angle` computes unless the method is A-stable. A-stability includes the
/// whole negative real axis, whatever the digits leave undecided on that axis alone.
void add_sector(StabilityByFormula& found, const std::function<std::optional<Bound>()>& angle);

/// The intervals in which both are stable.
StableIntervals common(const StableIntervals& one, const StableIntervals& other);

}  // namespace plumb
