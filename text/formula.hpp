#pragma once
// Formulas of mechanism files: numbers as in all of Plumb (contract/expression.hpp), with names of numbers, and with
// sin, cos, tan, asin, acos and atan of angles in radians.
//
// A name represents its number as if the number were written in parentheses, so plain numbers stay exact; functions are
// evaluated in 50 digits.

#include <map>
#include <string>
#include <string_view>

#include "contract/exact_number.hpp"

namespace plumb {

/// Numbers by name.
using NamedNumbers = std::map<std::string, ExactNumber, std::less<>>;

/// Throws std::invalid_argument unless a number may have this name: a letter, then letters, digits and _, and not a
/// word that formulas use.
void require_name_of_number(std::string_view name);

/// The value of a formula. Throws std::invalid_argument, with one line, for an unknown name, with the most similar
/// name; for a function outside of its domain; and in the cases of ExactNumber.
ExactNumber formula_value(std::string_view formula, const NamedNumbers& names);

/// The words of the grammar of numbers about a formula with names and functions, which are allowed: `**`, a product
/// without its sign and conditions are named.
std::string mistake_in_formula(std::string_view formula, std::string_view words);

}  // namespace plumb
