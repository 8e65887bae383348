#pragma once
// The verdict compares a measured number with a printed one.
//
//   match         rounded to the printed digits it is the printed number
//   close         the ratio is within 5 %
//   same-floor    the difference is due to the uncertainty of the measured number (uncertainty.hpp). A repeat run gives
//                 a number without the effects of rounding and Newton tolerance. The printed number differs from it
//                 by at most 10 times the uncertainty, and from the measured number by at most a factor 10
//   differs       none of these
//   not-compared  timings, quantities that the paper does not define, and runs for which it prints nothing
//   not-run       left out (--full), interrupted, or failed
//
// A printed word describes how a run ended. `match`: our run ended in the same way; `close`: our run failed, too, in
// another way; otherwise the verdict is `differs`.

#include <optional>
#include <string>
#include <string_view>

#include "harness/judge/uncertainty.hpp"

namespace plumb {

enum class Verdict { match, close, same_floor, differs, not_compared, not_run };

/// Returns "match", "close", "same-floor", "differs", "not-compared" or "not-run".
std::string_view name(Verdict verdict);

/// Returns whether the measured value, rounded to the printed digits, is the printed number.
bool matches(double measured, std::string_view printed);
/// Returns whether the measured value, truncated to the printed digits, is the printed number.
bool matches_cut_off(double measured, std::string_view printed);

inline constexpr double close_ratio = 0.05;

/// Data for the verdict `same_floor`.
struct Floor {
  double clean;  // number without the effects of rounding and Newton tolerance, as far as repeat runs measure them
  double uncertainty;  // uncertainty of the measured number
};
Floor floor_of(double measured, const RepeatRuns& repeats, const Uncertainty& uncertainty);

Verdict judged(double measured, std::string_view printed, const std::optional<Floor>& floor = {});

/// Compares the `status` of a run with a printed word, ignoring case.
Verdict judged_word(std::string_view status, std::string_view printed);

}  // namespace plumb
