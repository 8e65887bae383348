#pragma once
// How many steps fill a horizon, decided in exact arithmetic.

#include <cstdint>
#include <string>
#include <string_view>

namespace plumb {

/// The time between as a number's text: that of `t_end` where `t_begin` is "0".
std::string duration(std::string_view t_begin, std::string_view t_end);

/// Number N of steps of size `step` that fill `t_end` (both texts, same unit of time, > 0). The quotient is exact
/// for rationals and rational multiples of a power of pi, else it has 50 digits. Decimals may be rounded quotients
/// (0.333333333 for 1/3), so N may then miss the quotient by 1e-9 of it; where both texts are integers or rationals it
/// has to be exact.
/// Throws UsageError: not a number, not positive, or no such N (the message names the nearest steps that divide).
std::int64_t step_count(std::string_view t_end, std::string_view step);

/// The least number of steps that reach `t_end`; a quotient that is a whole number but for a 1e-9 of it is that number.
/// Throws UsageError: not a number, not positive, too many.
std::int64_t steps_beyond(std::string_view t_end, std::string_view step);

}  // namespace plumb
