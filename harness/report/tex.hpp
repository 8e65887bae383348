#pragma once
// Coefficients as TeX, typeset as papers print them: Butcher tableaus and multistep formulas.

#include <string>
#include <string_view>

#include "methods/coefficients/linear_multistep_data.hpp"
#include "methods/coefficients/tableau_data.hpp"

namespace plumb {

/// A number of the grammar of contract/expression.hpp. Decimals of many digits are cut after the eighth, with dots;
/// what would take more room than a fraction or a root does is such a decimal. Throws std::invalid_argument: it is
/// none.
std::string tex_of_number(std::string_view expression);

/// c | A over b; entries right of the last one of a row that is not 0 are left blank.
std::string tex_of(const TableauData& tableau);

/// Σ α_j y_{n+1−j} = h Σ β_j f_{n+1−j}, written out, without what is 0.
std::string tex_of(const MultistepData& formula);

}  // namespace plumb
