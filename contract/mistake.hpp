#pragma once
// The kinds of a user's mistake, for programs that distinguish them.

#include <cstddef>
#include <iterator>
#include <string_view>

namespace plumb {

enum class Mistake {
  not_allowed,    // a value that is not among the allowed ones, or that has no use there
  unknown_name,   // no element has this name
  missing,        // something required is missing
  wrong_kind,     // a list for a number, a number for a text
  malformed,      // the text is no TOML, no XML, no number, no formula
  out_of_range,   // a number that is too large or too small, or too many elements
  contradiction,  // two statements contradict each other, or one is made twice
  unreadable      // a file that does not exist, or that is no file
};

/// Returns for example "unknown-name".
constexpr std::string_view name(Mistake mistake) {
  constexpr std::string_view names[] = {"not-allowed", "unknown-name", "missing",       "wrong-kind",
                                        "malformed",   "out-of-range", "contradiction", "unreadable"};
  static_assert(std::size(names) == static_cast<std::size_t>(Mistake::unreadable) + 1);
  return names[static_cast<std::size_t>(mistake)];
}

}  // namespace plumb
