#pragma once
// Coefficients as TeX, typeset as papers print them: Butcher tableaus and multistep formulas.

#include <string>
#include <string_view>

#include "methods/coefficients/linear_multistep_data.hpp"
#include "methods/coefficients/tableau_data.hpp"

namespace plumb {

/// Typesets a number in the grammar of contract/expression.hpp. A decimal with many digits is cut after the eighth,
/// with dots. A number that would need more room than a fraction or a root does is written as such a decimal. Throws
/// std::invalid_argument if the text is no number.
std::string tex_of_number(std::string_view expression);

/// Cuts a decimal without a sign after the digits that are shown: "0.052600152\ldots".
std::string tex_of_decimal(const std::string& text);

/// Writes c | A over b. Trailing zeros of a row are left blank.
std::string tex_of(const TableauData& tableau);

/// Writes Σ α_j y_{n+1−j} = h Σ β_j f_{n+1−j} out, without the terms that are 0.
std::string tex_of(const MultistepData& formula);

}  // namespace plumb
