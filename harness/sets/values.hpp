#pragma once
// What the texts of a key stand for, by the language of the command line: selectors, lists and ranges.

#include <string>
#include <string_view>
#include <vector>

#include "harness/text/toml_document.hpp"

namespace plumb {

bool has_braces(std::string_view text);
/// Whether the texts of a key are lists and ranges of numbers, as those of "step".
bool is_list_of_numbers(std::string_view key);

/// All values of a key, expanded; a text with braces only if it is a selector. Throws UsageError at the place of a
/// mistake.
std::vector<std::string> values_of(const TomlEntry& entry);

/// One text for all that name the same value: "1e-2" and "0.01", "lms3(rho=0.0)" and "lms3(rho=0)".
std::string in_one_form(std::string_view key, const std::string& text);

}  // namespace plumb
