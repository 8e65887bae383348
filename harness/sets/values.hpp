#pragma once
// What the texts of a key stand for, by the language of the command line: selectors, lists and ranges.

#include <string>
#include <string_view>
#include <vector>

#include "text/toml_document.hpp"

namespace plumb {

bool has_braces(std::string_view text);
/// Whether the texts of a key are lists and ranges of numbers, as those of "step".
bool is_list_of_numbers(std::string_view key);

/// How the texts of a key are read. Those of a variable are ranges and lists of numbers, "0:0.1:1,2" or "1e-2..1e-5",
/// ranges of names, "lms2..4", or nothing but texts.
enum class Meaning { of_its_key, of_a_variable };

/// All values of a key, expanded; a text with braces only if it is a selector. Throws UsageError at the place of a
/// mistake.
std::vector<std::string> values_of(const TomlEntry& entry, Meaning meaning);

/// One text for all that name the same value: "1e-2" and "0.01", "lms3(rho=0.0)" and "lms3(rho=0)".
std::string in_one_form(std::string_view key, const std::string& text);

}  // namespace plumb
