#pragma once
// Formulas of mechanism files: numbers as everywhere (contract/expression.hpp), with names of numbers and with sin,
// cos, tan, asin, acos and atan of angles in radians.
//
// A name stands for its number as if that were written in parentheses, so that plain numbers stay exact; functions are
// evaluated in 50 digits.

#include <map>
#include <string>
#include <string_view>

#include "contract/exact_number.hpp"

namespace plumb {

/// Numbers by name.
using NamedNumbers = std::map<std::string, ExactNumber, std::less<>>;

/// Throws std::invalid_argument unless a number may have this name: a letter, then letters, digits and _, and no word
/// of formulas.
void require_name_of_number(std::string_view name);

/// The number that a formula is. Throws std::invalid_argument, one line: an unknown name, with the nearest one; a
/// function of what it is not defined for; and as ExactNumber does.
ExactNumber formula_value(std::string_view formula, const NamedNumbers& names);

}  // namespace plumb
