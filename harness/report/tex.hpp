#pragma once
// Coefficients as TeX, typeset as papers print them: Butcher tableaus and multistep formulas.

#include <string>
#include <string_view>

#include "methods/coefficients/linear_multistep_data.hpp"
#include "methods/coefficients/tableau_data.hpp"

namespace plumb {

/// Typesets a number in the grammar of contract/expression.hpp. A decimal with more than eight digits is cut after the
/// eighth, with dots. An expression that would be too long in TeX is written as a decimal. Throws std::invalid_argument
/// if the text is no number.
std::string tex_of_number(std::string_view expression);

/// Typesets a decimal without a sign, cut after eight digits: "0.052600151\ldots".
std::string tex_of_decimal(const std::string& text);

/// Returns a Butcher tableau: c | A above b. Trailing zeros in a row of A are left blank.
std::string tex_of(const TableauData& tableau);

/// Returns the formula Σ α_j y_{n+1−j} = h Σ β_j f_{n+1−j} written out, without terms with coefficient 0.
std::string tex_of(const MultistepData& formula);

}  // namespace plumb
