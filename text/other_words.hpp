#pragma once
// Answers the words that other programs have for known names with these.

#include <span>
#include <string>
#include <string_view>

#include "text/exit_codes.hpp"

namespace plumb {

/// A word that others have for a known name.
struct OtherWord {
  std::string_view other, ours;
};

/// Returns the mistake of `unknown_name` (suggest.hpp). A word of other programs for a known name takes precedence over
/// names with a similar spelling.
UsageError unknown_word(std::string_view what, std::string_view name, std::span<const std::string> known,
                        std::span<const OtherWord> others);

}  // namespace plumb
