#pragma once
// Expands ranges: of names and parameter values in selectors, of steps, and of settings that are lists of numbers.
//
//   1e-2..1e-5     by decades, both ends included, up or down: 1e-2, 1e-3, 1e-4, 1e-5
//   2..5           of whole numbers, by one: 2, 3, 4, 5
//   0:0.1:1        first:step:last, both ends included: 0, 0.1, ..., 1
//   lms2..4        of names with a number at the end: lms2, lms3, lms4
//
// Values are computed exactly and written as decimals, so that they are the texts that a user would write.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumb {

/// Maximum number of values of a range, and of selectors in a list.
inline constexpr std::size_t most_values = 1'000'000;

/// Returns the values of a range of numbers; nullopt if the text is no range. Throws std::invalid_argument if an end or
/// the step is no decimal, for three dots, for a last value that is no multiple of the step away, or for more than
/// `most_values`.
std::optional<std::vector<std::string>> range_of_numbers(std::string_view text);

/// Returns the names of a range; nullopt if the text is no range. Throws std::invalid_argument for three dots, or for
/// more than `most_values`.
std::optional<std::vector<std::string>> range_of_names(std::string_view text);

/// Returns whether a text is an integer such as "-12", with few enough digits for 64 bits.
bool is_whole(std::string_view text);

}  // namespace plumb
