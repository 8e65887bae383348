#pragma once
// Answers unknown names with the nearest known one.

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "text/exit_codes.hpp"

namespace plumb {

/// The Damerau-Levenshtein distance: insertions, deletions, substitutions and swaps of neighbours, on bytes, with edits
/// allowed between the swapped letters (a metric, so that the triangle inequality holds).
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The known name most similar to `name` (ASCII case is ignored), the first in the list among equals; nullopt if every
/// known name differs in more than a third of the letters.
std::optional<std::string> nearest_name(std::string_view name, std::span<const std::string> known);

/// "unknown problem 'pendulm'; did you mean 'pendulum'? known: ..." (`what` is the word after "unknown").
UsageError unknown_name(std::string_view what, std::string_view name, std::span<const std::string> known);

}  // namespace plumb
