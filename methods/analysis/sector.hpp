#pragma once
// A(α)-stability: the largest sector |arg(−z)| <= α in which a method is stable.
//
// The border of the region of stability is |R(z)| = 1, or z = ρ(e^{iφ})/σ(e^{iφ}). With the negative real axis stable
// the sector ends where that border first comes near it: α = min |arg(−z)| over the border in the left half plane.
//
// Source: Widlund 1967; Hairer & Wanner, Solving ODEs II, definition IV.3.9 and section V.2.

#include <optional>

#include "methods/analysis/polynomial.hpp"

namespace plumb {

/// α in degrees, up to 90, of R = P/Q; null if there is no such sector. To about ten digits. |R(∞)| <= 1 and |R| <= 1
/// on the negative real axis are taken for granted.
std::optional<double> stable_sector(const Polynomial& p, const Polynomial& q);

/// The same of a multistep formula that is zero-stable, stable at infinity and on the negative real axis.
std::optional<double> stable_sector_of_formula(const Polynomial& rho, const Polynomial& sigma);

}  // namespace plumb
