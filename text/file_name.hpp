#pragma once
// Checks names of files and parts of URLs: an allowed name cannot refer to a location outside of its folder, in a file
// system or in a browser.

#include <algorithm>
#include <string>
#include <string_view>

namespace plumb {

inline bool is_letter_or_digit(char c) {
  return ('0' <= c && c <= '9') || ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z');
}

/// Returns whether a name consists of letters, digits, - and _, and is not empty.
inline bool is_plain_name(std::string_view name) {
  return !name.empty() &&
         std::ranges::all_of(name, [](char c) { return is_letter_or_digit(c) || c == '-' || c == '_'; });
}

/// Returns whether a file name consists of plain names separated by points: "figure-1.csv".
inline bool is_plain_file_name(std::string_view name) {
  const auto point = name.find('.');
  if (point == name.npos) return is_plain_name(name);
  return is_plain_name(name.substr(0, point)) && is_plain_file_name(name.substr(point + 1));
}

/// Converts a text to a part of a file name: keeps letters, digits and "=+._", and replaces each sequence of other
/// characters by one "-", except at the ends. "lms3(rho=0.6)" becomes "lms3-rho=0.6".
inline std::string for_a_file(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (is_letter_or_digit(c) || std::string_view("=+._").find(c) != std::string_view::npos)
      out += c;
    else if (!out.empty() && out.back() != '-')
      out += '-';
  }
  while (!out.empty() && out.back() == '-') out.pop_back();
  return out;
}

}  // namespace plumb
