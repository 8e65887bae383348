#pragma once
// What the analysis of a method found, in words: for the cards that people read.

#include <optional>
#include <string>

#include "methods/analysis/analysis.hpp"

namespace plumb {

/// "yes", "no", "unknown".
std::string yes_no(const std::optional<bool>& x);
/// "2", "3 of positions, 2 of velocities (proven)", "at least 10"; of a shared library it is a claim.
std::string order_text(const Analysis& analysis, bool is_claim = false);
/// The stability limit: "2.8284271247", "unlimited: all steps are stable", "unknown".
std::string limit_text(const Analysis& analysis);
/// "yes, within 2e-16 that the digits leave".
std::string stable_text(const std::optional<bool>& stable, double ignored);
/// "0 to 2.7, 3 to infinite".
std::string intervals_text(const std::vector<StableInterval>& intervals);
/// "0.0208 within 1e-17", "infinite".
std::string bound_text(const Bound& x, int digits);
/// "stable for 0 to 2.785".
std::string real_axis_text(const StableIntervals& axis);
/// "dispersion of order 4, dissipation 5".
std::string phase_text(const PhaseOrders& phase);
/// "order 2, velocity 1": observed on the test equation; the analysis has one.
std::string oscillator_text(const Analysis& analysis);

}  // namespace plumb
