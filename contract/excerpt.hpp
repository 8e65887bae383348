#pragma once
// Shortens a text for a message.

#include <algorithm>
#include <string>
#include <string_view>

namespace plumb {

/// The text, or 80 bytes of it around position `at` (from 0) with "..." where it was cut; no UTF-8 character is cut.
inline std::string excerpt(std::string_view text, std::size_t position = 0) {
  constexpr std::size_t longest = 80;
  if (text.size() <= longest) return std::string(text);
  auto begin = std::min(position - std::min(position, longest / 2), text.size() - longest);
  auto end = begin + longest;
  const auto cuts_character = [&](std::size_t i) { return i < text.size() && (text[i] & 0xC0) == 0x80; };
  for (int i = 0; i < 3; ++i) {  // a character has at most three bytes after its first
    if (begin > 0 && cuts_character(begin)) ++begin;
    if (cuts_character(end)) --end;
  }
  return (begin > 0 ? "..." : "") + std::string(text.substr(begin, end - begin)) + (end < text.size() ? "..." : "");
}

}  // namespace plumb
