#pragma once
// Linear stability of Runge-Kutta and multistep methods from their coefficients, without steps and without a scan of Ω.
//
//   Runge-Kutta   R(z) = P(z)/Q(z) = det(I − zA + z e bᵀ)/det(I − zA)
//                 |R| <= 1 at z = Ω e^{iθ}, cos θ = −ξ, where E(Ω) = |Q|² − |P|² >= 0: between the roots of a
//                 polynomial
//   multistep     ρ(ζ) − z σ(ζ): roots cross the circle where z = ρ(e^{iφ})/σ(e^{iφ}) meets the ray, at the roots of a
//                 polynomial in cos φ; between these the roots decide
//
// Differences that are indistinguishable from 0 within the accuracy of the given coefficients count as 0. Their error
// bounds are of first order, with a safety factor of 2. So a growth of a step within these bounds remains undecided; if
// it is not small, no result is "stable".
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

/// Limits of the growth of a step that the accuracy of the coefficients may leave undecided: in a bounded interval, for
/// which limits are reported, and for verdicts (A-, L- or algebraically stable). The second value means a factor e in
/// 1e8 steps, which coefficients of ten digits leave undecided, such as the printed coefficients of Radau IIA.
inline constexpr double growth_of_limits = 0.01, growth_of_verdicts = 1e-8;

/// Steps are bounded for from <= Ω <= to; `to` may be infinite.
struct StableInterval {
  double from = 0, to = 0;
  double from_within = 0, to_within = 0;  // uncertainties of the ends

  /// Returns whether the ends differ by more than 1e-10 of their size. A point where a curve of growth touches 0 is not
  /// an interval.
  bool has_length() const { return to - from > 1e-10 * from; }
};

struct StableIntervals {
  std::vector<StableInterval> list = {};
  double ignored = 0;    // growth of a step in these intervals within the uncertainty of the coefficients
  bool is_known = true;  // false: the coefficients do not determine all intervals, or not their ends
  double known_until = std::numeric_limits<double>::infinity();  // Ω beyond which coefficients are too inaccurate
  bool is_broken = false;  // whether a step grows somewhere for all coefficients within their uncertainty

  /// Returns the end of the interval that begins at 0: 0 without such an interval, null if it is unbounded.
  std::optional<double> limit() const;
  bool everywhere() const { return !list.empty() && !limit(); }
  /// Adds an interval beyond the others. An interval that begins at the end of the last one extends it. An interval
  /// without length is ignored.
  void add(const StableInterval& next);
};

struct StabilityByFormula {
  int linear_order = 0;                      // largest q with R(z) = e^z + O(z^{q+1}); for multistep formulas the order
  std::optional<Known> error_constant = {};  // C of e^z − R(z) = C z^{q+1} + ...; of a multistep formula C_{p+1}/σ(1);
                                             // null: none, or undecided by the coefficients
  PhaseOrders phase = {};                    // phase orders of R, or of the principal root
  std::optional<quad> rho_infinity = {};     // null: the coefficients do not determine whether it is finite
  double rho_infinity_within = 0;            // uncertainty of rho_infinity
  std::optional<bool> zero_stable = {}, a_stable = {}, l_stable = {};  // null: undecided by the coefficients
  double open = 0;                                                     // largest uncertainty of a coefficient
  StableIntervals real_axis = {};                                      // stable intervals of −z
  std::optional<Bound> sector = {};      // largest angle α of A(α)-stability [degree]; null: none
  double ignored = 0;                    // growth on the imaginary axis within the uncertainty of the coefficients
  std::optional<bool> irreducible = {};  // whether ρ and σ have no common factor; null: Runge-Kutta method
  std::function<StableIntervals(const quad& damping_ratio)> intervals = {};
  std::function<RootsAt(const quad& damping_ratio)> roots = {};  // roots of a step, for ξ < 1
  /// Returns a function with internal memory: the largest modulus of a root at z = λh, in double.
  std::function<std::function<double(std::complex<double> z)>()> radius = {};
  std::function<std::complex<double>(double phi)> locus = {};  // z with the root e^{iφ}; null: Runge-Kutta method
};

/// Returns whether a formula is zero-stable, without computing the other results.
bool is_zero_stable(const MultistepData& data, const Digits& digits = {});

StabilityByFormula stability_by_formula(const TableauData& tableau, const Digits& digits = {});
StabilityByFormula stability_by_formula(const MultistepData& data, const Digits& digits = {});
/// Returns the result from the coefficients of the method; null if it has none.
std::optional<StabilityByFormula> stability_by_formula(const Method& method, const Parameters& parameters,
                                                       const Digits& digits = {});

/// Returns whether a method is L-stable, from its A-stability and its behaviour at infinity.
std::optional<bool> l_stable(const StabilityByFormula& found);

/// Adds the angle of the stable sector, computed by `angle` unless the method is A-stable. A-stability includes the
/// whole negative real axis, even if the accuracy of the coefficients does not decide the stability on that axis alone.
void add_sector(StabilityByFormula& found, const std::function<std::optional<Bound>()>& angle);

/// Returns the intervals in which both are stable.
StableIntervals common(const StableIntervals& one, const StableIntervals& other);

}  // namespace plumb
