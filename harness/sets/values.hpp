#pragma once
// The texts of a key stand for values in the language of the command line: selectors, lists and ranges.

#include <string>
#include <string_view>
#include <vector>

#include "text/toml_document.hpp"

namespace plumb {

bool has_braces(std::string_view text);
/// Tells whether the texts of a key are lists and ranges of numbers, as those of "step" are.
bool is_list_of_numbers(std::string_view key);

/// Says how the texts of a key are read. Texts of a variable are ranges and lists of numbers, "0:0.1:1,2" or
/// "1e-2..1e-5", ranges of names, "lms2..4", or nothing but texts.
enum class Meaning { of_its_key, of_a_variable };

/// Returns all values of a key, expanded. A text with braces is expanded only if it is a selector. Throws UsageError at
/// the place of a mistake.
std::vector<std::string> values_of(const TomlEntry& entry, Meaning meaning);

/// Returns one text for all texts that name the same value: "1e-2" and "0.01", "lms3(rho=0.0)" and "lms3(rho=0)".
std::string in_one_form(std::string_view key, const std::string& text);

}  // namespace plumb
