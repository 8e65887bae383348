#pragma once
// Texts from outside (arguments, files, stores) as one line that a terminal shows and never obeys.

#include <cstddef>
#include <string>
#include <string_view>

namespace plumb {

inline constexpr std::size_t longest_path = 1000;  // limit of a path in a message [characters]

/// The text with escapes for all characters that are not visible UTF-8 ("\n", "\t", "\x1b"): control characters, marks
/// for the direction of writing, invalid bytes. After `longest` characters "... (N more)" follows.
std::string printable(std::string_view text, std::size_t longest = 200);

/// An excerpt around position `at` (contract/excerpt.hpp), as messages quote it.
std::string printable_excerpt(std::string_view text, std::size_t at = 0);

/// Returns whether a text of any length is printed unchanged.
bool is_printable(std::string_view text);

}  // namespace plumb
