#pragma once
// A(α)-stability: the largest sector |arg(−z)| <= α in which a method is stable.
//
// The border of the region of stability is |R(z)| = 1, or z = ρ(e^{iφ})/σ(e^{iφ}). If the negative real axis is stable,
// the sector ends where it first touches that border: α = min |arg(−z)| over the border in the left half plane.
//
// Sources: Widlund 1967; Hairer & Wanner, Solving ODEs II, definition IV.3.9 and section V.2.

#include <optional>

#include "methods/analysis/contractivity.hpp"
#include "methods/analysis/polynomial.hpp"

namespace plumb {

/// α in degrees, up to 90, for R = P/Q, to about ten digits, with its uncertainty from the coefficients. It is null if
/// there is no such sector, or if its angle is unknown. Preconditions: |R| <= 1 at infinity and on the negative real
/// axis.
std::optional<Bound> stable_sector(const Polynomial& p, const Polynomial& q);

/// The same angle for a multistep formula. Preconditions: it is zero-stable, and stable at infinity and on the negative
/// real axis.
std::optional<Bound> stable_sector_of_formula(const Polynomial& rho, const Polynomial& sigma);

}  // namespace plumb
