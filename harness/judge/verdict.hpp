#pragma once
// The verdict says what a measured number means for a printed one.
//
//   match         rounded to the printed digits it is the printed number
//   close         the ratio is within 5 %
//   same-floor    the difference lies within the uncertainty of the measured number (uncertainty.hpp). Twins show how
//                 much rounding and Newton's tolerance move this run: the printed number is no further than 10 times
//                 that from the number without them, and the two are within a factor 10 of each other
//   differs       none of these
//   not-compared  timings, quantities that the paper does not define, and runs of which it prints nothing
//   not-run       left out (--full), interrupted, or failed
//
// A printed word says how a run ended. `match`: our run ended in the same way; `close`: our run failed too, in another
// way; otherwise the verdict is `differs`.

#include <optional>
#include <string>
#include <string_view>

#include "harness/judge/uncertainty.hpp"

namespace plumb {

enum class Verdict { match, close, same_floor, differs, not_compared, not_run };

/// Returns "match", "close", "same-floor", "differs", "not-compared" or "not-run".
std::string_view name(Verdict verdict);

/// Tells whether the measured value, rounded to the printed digits, is the printed number.
bool matches(double measured, std::string_view printed);
/// Tells whether it is, if the surplus digits are cut off instead.
bool matches_cut_off(double measured, std::string_view printed);

inline constexpr double close_ratio = 0.05;

/// Below its floor a number is no larger than its uncertainty.
struct Floor {
  double clean;  // the number without rounding and without what Newton's tolerance leaves, as far as twins tell it
  double uncertainty;  // of the measured number
};
Floor floor_of(double measured, const Twins& twins, const Uncertainty& uncertainty);

Verdict judged(double measured, std::string_view printed, const std::optional<Floor>& floor = {});

/// Compares the `status` of a run, "ok" or what failed, with a printed word. Upper and lower case are the same.
Verdict judged_word(std::string_view status, std::string_view printed);

}  // namespace plumb
