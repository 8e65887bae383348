#pragma once
// Converts texts from outside (arguments, files, stores) to one line without characters that control a terminal.

#include <cstddef>
#include <string>
#include <string_view>

namespace plumb {

inline constexpr std::size_t longest_path = 1000;  // limit of a path in a message [characters]

/// Returns the text with escapes for all characters that are not visible UTF-8 ("\n", "\t", "\x1b"): control
/// characters, marks for the direction of writing, invalid bytes. Texts of more than `longest` characters are
/// truncated, and end in "... (N more)".
std::string printable(std::string_view text, std::size_t longest = 200);

/// Returns an excerpt around position `at` (contract/excerpt.hpp), with escapes, for quoting in messages.
std::string printable_excerpt(std::string_view text, std::size_t position = 0);

/// Returns whether a text needs no escapes, whatever its length.
bool is_printable(std::string_view text);

}  // namespace plumb
