#pragma once
// Decides in exact arithmetic how many steps fill a horizon.

#include <cstdint>
#include <string>
#include <string_view>

namespace plumb {

/// The duration as a number's text: the text of `t_end` if `t_begin` is "0".
std::string duration(std::string_view t_begin, std::string_view t_end);

/// The number N of steps of size `step` that fill `t_end` (both are texts with the same unit of time, > 0). The
/// quotient is exact for rationals and rational multiples of a power of pi, otherwise it has 50 digits. Decimals may be
/// rounded quotients (0.333333333 for 1/3), so N may then differ from the quotient by 1e-9 of it; if both texts
/// are integers or rationals, it must be exact. Throws UsageError for a text that is not a number or not positive, or
/// if there is no such N (the message contains the nearest steps that divide).
std::int64_t step_count(std::string_view t_end, std::string_view step);

/// The least number of steps that reach `t_end`; a quotient that is within 1e-9 of a whole number, relative, is that
/// number. Throws UsageError for a text that is not a number or not positive, or for too many steps.
std::int64_t steps_beyond(std::string_view t_end, std::string_view step);

}  // namespace plumb
