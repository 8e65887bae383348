#pragma once
// Order of two times: shorter, longer, or undecided.

#include <optional>
#include <span>
#include <string_view>

#include "harness/timing/spread.hpp"

namespace plumb {

enum class Standing { faster, slower, tie, unknown };

/// Returns "faster", "slower", "tie" or "unknown".
std::string_view name(Standing standing);

/// The ratio of one time to another. The number to print is the median over the rounds, with `of_repeats`.
struct Ratio {
  double of_leasts = 1;   // ratio of the least times, which are undisturbed if each run was undisturbed at least once
  Spread of_rounds = {};  // ratios a_k / b_k of the times in each round; a slow round is slow for both
  /// The 95 % interval of the median of another session. It contains the median, and the interval of the rounds. Rounds
  /// of one batch share their runners, so batches differ by more than rounds of one batch. The interval is the
  /// prediction interval of the next batch (Student's t of the logarithms of the medians of the batches). None: too
  /// few rounds.
  std::optional<MedianInterval> of_repeats = {};
};

/// Returns the ratio of samples that were taken in the same rounds. Asserts that both have samples, and equally many.
Ratio ratio_of(std::span<const double> a, std::span<const double> b);

/// Widens the confidence interval by the noise: repeating the session would change the ratio at least by as much as the
/// two runs of the same cell differ in it.
void widen(Ratio& ratio, const std::optional<double>& noise);

/// Returns the relative difference that two times of the same work may have: the largest distance of their ratio, and
/// of the interval of its rounds, from 1. None if there are too few samples for an interval.
std::optional<double> noise_of(const Ratio& of_twins);

/// Returns the verdict on a ratio. It is faster or slower if the median and the least times differ by more than the
/// noise, and the interval of the repeats is on the same side of 1; otherwise it is a tie. It is unknown if there is no
/// noise or no interval.
Standing standing_of(const Ratio& ratio, const std::optional<double>& noise);

}  // namespace plumb
