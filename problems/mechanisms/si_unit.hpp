#pragma once
// Units of parameters in mechanism files: products and quotients of SI units without prefixes, "kg m^2", "N s/m",
// "1/s".

#include <string_view>

namespace plumb {

/// Throws std::invalid_argument with the part that is no SI unit, for example "mm" or "deg".
void require_si_unit(std::string_view unit);

}  // namespace plumb
