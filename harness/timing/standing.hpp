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

/// The ratio of one time to another. The result to print is the median of `of_rounds`, with the interval `of_repeats`.
struct Ratio {
  double of_leasts = 1;   // ratio of the least times, which are undisturbed if each run was undisturbed at least once
  Spread of_rounds = {};  // ratios a_k / b_k of the times in each round; a slow round is slow for both
  /// The 95 % interval for the median that another session would measure. Rounds of one batch share their runners
  /// (interleaved.hpp), so batches differ by more than rounds of one batch. The interval is the prediction interval of
  /// the next batch (Student's t of the logarithms of the medians of the batches), widened to contain the median and
  /// the interval of `of_rounds`. None: too few rounds.
  std::optional<MedianInterval> of_repeats = {};
};

/// Returns the ratio of samples that were taken in the same rounds. Asserts that both have samples, and equally many.
Ratio ratio_of(std::span<const double> a, std::span<const double> b);

/// Widens the interval `of_repeats` by the noise, because another session may change the ratio at least by the relative
/// difference between two runs of the same cell.
void widen(Ratio& ratio, const std::optional<double>& noise);

/// Returns the noise: the relative difference between two times of the same work. It is the largest distance from 1 of
/// their ratio and of the bounds of its interval. None if there are too few samples for an interval.
std::optional<double> noise_of(const Ratio& of_copies);

/// Returns the verdict on a ratio. It is faster or slower if the median and the least times differ by more than the
/// noise, and the interval of the repeats is on the same side of 1; otherwise it is a tie. It is unknown if there is no
/// noise or no interval.
Standing standing_of(const Ratio& ratio, const std::optional<double>& noise);

}  // namespace plumb
