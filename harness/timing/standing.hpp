#pragma once
// Whether one time is shorter than another, or nobody can tell.

#include <optional>
#include <span>
#include <string_view>

#include "harness/timing/spread.hpp"

namespace plumb {

enum class Standing { faster, slower, tie, unknown };

/// "faster", "slower", "tie", "unknown".
std::string_view name(Standing standing);

/// The ratios a_k / b_k of samples that were taken in the same rounds, so that what slows a round down is in both.
/// Asserts that there are some, of both as many.
Spread ratio_of(std::span<const double> a, std::span<const double> b);

/// By how much, relative, two times of the same work may differ: what their ratio's interval is off from 1. None if
/// there are too few samples for an interval.
std::optional<double> noise_of(const Spread& ratio_of_twins);

/// What a ratio means. A tie: within the noise, or its interval contains 1. Unknown: there is no noise or no interval.
Standing standing_of(const Spread& ratio, const std::optional<double>& noise);

}  // namespace plumb
