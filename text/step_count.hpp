#pragma once
// Computes in exact arithmetic how many steps divide a time interval.

#include <cstdint>
#include <string>
#include <string_view>

namespace plumb {

/// Returns the duration t_end − t_begin as the text of a number: the text of `t_end` if `t_begin` is "0".
std::string duration(std::string_view t_begin, std::string_view t_end);

/// Returns the number N = t_end/step of steps (both are texts of positive numbers with the same unit of time). The
/// quotient is exact for rationals and rational multiples of a power of pi, otherwise it has 50 digits. Decimals may be
/// rounded quotients (0.333333333 for 1/3), so N may then differ from the quotient by a relative 1e-9; if both texts
/// are integers or rationals, the quotient must be an integer. Throws UsageError for a text that is not a number or not
/// positive, or if there is no such N (the message contains the nearest steps that divide `t_end`).
std::int64_t step_count(std::string_view t_end, std::string_view step);

/// Returns the least number of steps that reach `t_end`. A quotient within a relative 1e-9 of an integer counts as that
/// integer. Throws UsageError for a text that is not a number or not positive, or for too many steps.
std::int64_t steps_beyond(std::string_view t_end, std::string_view step);

}  // namespace plumb
