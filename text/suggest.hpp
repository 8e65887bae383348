#pragma once
// Suggests the most similar known name for an unknown name.

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "text/exit_codes.hpp"

namespace plumb {

/// Returns the Damerau-Levenshtein distance on bytes: the least number of insertions, deletions, substitutions and
/// swaps of neighbours. Edits are allowed between swapped letters, so the distance is a metric (the triangle inequality
/// holds).
std::size_t edit_distance(std::string_view a, std::string_view b);

/// Returns the known name that is most similar to `name` (ASCII case is ignored), the first one among equals; nullopt
/// if every known name differs in more than a third of the letters.
std::optional<std::string> nearest_name(std::string_view name, std::span<const std::string> known);

/// Returns the mistake "unknown problem 'pendulm'; did you mean 'pendulum'? known: ...", where `what` is "problem".
UsageError unknown_name(std::string_view noun, std::string_view name, std::span<const std::string> known);

}  // namespace plumb
