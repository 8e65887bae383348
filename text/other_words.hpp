#pragma once
// Suggests the name of Plumb if a user writes the word that other programs have for it.

#include <span>
#include <string>
#include <string_view>

#include "text/exit_codes.hpp"

namespace plumb {

/// A word of other programs, and the name of Plumb for the same thing.
struct OtherWord {
  std::string_view other, ours;
};

/// Returns the mistake of `unknown_name` (suggest.hpp). A word of other programs for a known name takes precedence over
/// names with a similar spelling.
UsageError unknown_word(std::string_view noun, std::string_view name, std::span<const std::string> known,
                        std::span<const OtherWord> others);

}  // namespace plumb
