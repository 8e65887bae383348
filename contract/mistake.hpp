#pragma once
// The kinds of a user's mistake, for programs that distinguish them.

#include <cstddef>
#include <iterator>
#include <string_view>

namespace plumb {

enum class Mistake {
  not_allowed,    // a value that is not among the allowed values, or that has no effect here
  unknown_name,   // no element has this name
  missing,        // something required is missing
  wrong_kind,     // a value of the wrong type: a list instead of a number, a number instead of a text
  malformed,      // a syntax error: the text is not valid TOML or XML, or not a number or formula
  out_of_range,   // a number that is too large or too small, or too many elements
  contradiction,  // two contradictory statements, or a repeated statement
  unreadable      // a file that does not exist, or a path that is not a file
};

/// Returns for example "unknown-name".
constexpr std::string_view name(Mistake mistake) {
  constexpr std::string_view names[] = {"not-allowed", "unknown-name", "missing",       "wrong-kind",
                                        "malformed",   "out-of-range", "contradiction", "unreadable"};
  static_assert(std::size(names) == static_cast<std::size_t>(Mistake::unreadable) + 1);
  return names[static_cast<std::size_t>(mistake)];
}

}  // namespace plumb
