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

/// One time to another.
struct Ratio {
  double of_leasts = 1;   // of what each takes when nobody disturbs it, if that happened once
  Spread of_rounds = {};  // of a_k / b_k of the same rounds: what slows a round down is in both
};

/// Of samples that were taken in the same rounds. Asserts that there are some, of both as many.
Ratio ratio_of(std::span<const double> a, std::span<const double> b);

/// By how much, relative, two times of the same work may differ: what their ratio, and the interval of its rounds, is
/// off from 1. None if there are too few samples for an interval.
std::optional<double> noise_of(const Ratio& of_twins);

/// What a ratio means. Faster or slower: the leasts differ by more than the noise, and the interval of the rounds lies
/// on the same side of 1; else a tie. Unknown: there is no noise or no interval.
Standing standing_of(const Ratio& ratio, const std::optional<double>& noise);

}  // namespace plumb
