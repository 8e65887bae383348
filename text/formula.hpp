#pragma once
// Formulas of mechanism files. In addition to the usual expressions of numbers (contract/expression.hpp), they may
// contain names of numbers, and sin, cos, tan, asin, acos and atan of angles in radians.
//
// A name is replaced by its number in parentheses, so formulas without functions are exact. Functions are evaluated in
// 50 digits.

#include <map>
#include <string>
#include <string_view>

#include "contract/exact_number.hpp"

namespace plumb {

/// Numbers by name.
using NamedNumbers = std::map<std::string, ExactNumber, std::less<>>;

/// Throws std::invalid_argument if a number must not have this name. A name is a letter, followed by letters, digits
/// and _, and is no word of the syntax of formulas.
void require_name_of_number(std::string_view name);

/// Returns the value of a formula. Throws std::invalid_argument, with a message of one line, for an unknown name (with
/// the most similar name), for a function outside of its domain, and in the cases of ExactNumber.
ExactNumber formula_value(std::string_view formula, const NamedNumbers& names);

/// Returns the message for a mistake in a formula. `words` is the message of the parser of plain numbers. It is
/// replaced if the mistake is `**`, a product without the sign *, or a condition.
std::string mistake_in_formula(std::string_view formula, std::string_view words);

}  // namespace plumb
