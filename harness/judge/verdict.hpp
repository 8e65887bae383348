#pragma once
// What a measured number says about a printed one.
//
//   match         rounded to the printed digits it is the printed number
//   close         the ratio is within 5 %
//   same-floor    the difference is rounding, as the same run in long double (the twin) shows: the printed number is no
//                 further from the twin's than 10 times the distance of the measured one, which is what rounding moves
//                 this run by, and the two are within a factor 10 of each other
//   differs       none of these
//   not-compared  timings, quantities that the paper does not define, and runs of which it prints nothing
//   not-run       left out (--full), interrupted, or failed
//
// A printed word says how a run ended. `match`: so did ours; `close`: ours failed as well, in another way; else it
// `differs`.

#include <optional>
#include <string>
#include <string_view>

namespace plumb {

enum class Verdict { match, close, same_floor, differs, not_compared, not_run };

/// "match", "close", "same-floor", "differs", "not-compared", "not-run".
std::string_view name(Verdict verdict);

/// Is the measured value, rounded to the printed digits, the printed number?
bool matches(double measured, std::string_view printed);
/// Is it, with the surplus digits cut off instead?
bool matches_cut_off(double measured, std::string_view printed);

inline constexpr double close_ratio = 0.05;
inline constexpr double floor_spread = 10;  // by which the rounding of two programs may differ: an order of magnitude

/// `twin`: the value of the same run in long double, where there is one.
Verdict judged(double measured, std::string_view printed, std::optional<double> twin = {});

/// `status` of a run, "ok" or what failed, beside a printed word; upper and lower case are the same.
Verdict judged_word(std::string_view status, std::string_view printed);

}  // namespace plumb
