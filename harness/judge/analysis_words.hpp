#pragma once
// Texts for the results of a method's analysis.

#include <optional>
#include <string>

#include "methods/analysis/analysis.hpp"

namespace plumb {

/// Returns "yes", "no" or "unknown".
std::string yes_no(const std::optional<bool>& x);
/// Returns a text like "2", "3 of positions, 2 of velocities (proven)" or "at least 10". If `is_claim`, the method
/// comes from a shared library, which only claims its order, and the text contains "claimed" instead of "proven".
std::string order_text(const Analysis& analysis, bool is_claim = false);
/// Returns the stability limit: "2.8284271247", "unlimited: all steps are stable" or "unknown".
std::string limit_text(const Analysis& analysis);
/// Returns a text like "yes, within the accuracy 2e-16 of the coefficients". `ignored` is this accuracy: smaller growth
/// of a step cannot be detected.
std::string stable_text(const std::optional<bool>& stable, double ignored);
/// Returns a text like "0 to 2.7, 3 to infinite" or "0 to 2.7; not known beyond 12.3". An infinite `known_until` means
/// that the list is complete.
std::string intervals_text(const std::vector<StableInterval>& intervals, double known_until);
/// Returns a text like "0.0208 within 1e-17" or "infinite".
std::string bound_text(const Bound& x, int digits);
/// Returns a text like "stable for 0 to 2.785".
std::string real_axis_text(const StableIntervals& axis);
/// Returns a text like "dispersion of order 4, dissipation 5".
std::string phase_text(const PhaseOrders& phase);
/// Returns a text like "order 2, velocity 1": the orders observed on the test equation. Requires
/// `analysis.linear_order`.
std::string oscillator_text(const Analysis& analysis);

}  // namespace plumb
