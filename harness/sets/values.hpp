#pragma once
// The values of a key in a file have the syntax of the command line: selectors, lists and ranges.

#include <string>
#include <string_view>
#include <vector>

#include "text/toml_document.hpp"

namespace plumb {

bool has_braces(std::string_view text);
/// Returns whether the key accepts lists and ranges of numbers, as "step" does.
bool is_list_of_numbers(std::string_view key);

/// Syntax of the values of a key. A variable may be a range or list of numbers, "0:0.1:1,2" or "1e-2..1e-5", a range of
/// names, "lms2..4", or text.
enum class Meaning { of_its_key, of_a_variable };

/// Returns all values of a key, expanded. A text with braces is expanded only if it is a selector. Throws UsageError
/// with the location of a mistake.
std::vector<std::string> values_of(const TomlEntry& entry, Meaning meaning);

/// Returns the normal form of a value, which is the same for "1e-2" and "0.01", or for "lms3(rho=0.0)" and
/// "lms3(rho=0)".
std::string in_one_form(std::string_view key, const std::string& text);

}  // namespace plumb
