#pragma once
// Coefficients in method files: numbers and expressions as text.

#include <string>
#include <string_view>
#include <vector>

#include "text/toml_document.hpp"

namespace plumb {

inline constexpr std::size_t most_entries = 64;  // limit of stages, or of the steps k of a formula plus 1

/// Returns the entries of a list of 1 to `most_entries` entries. Throws UsageError with the location if there is none.
const std::vector<TomlValue>& array_of(const TomlValue& node, std::string_view label);

/// Returns the texts of a list of coefficients, with values of functions as decimals. `label` names the list in
/// messages. Throws UsageError with the location if an entry is not a number or an expression.
std::vector<std::string> coefficients(const TomlValue& node, const std::string& label);

}  // namespace plumb
