#pragma once
// Tableaus of the composite methods for any ρ in [0, 1], in decimals of 50 digits.

#include <string_view>

#include "methods/coefficients/tableau_data.hpp"

namespace plumb {

/// Where the abscissae that the order conditions leave free come from. `published`: table 7 of zhang2022 at its eleven
/// ρ, and between them what reproduces it (see error_norm.hpp); `minimal`: the minimum of ‖σ^(n+1)‖₂ that the text
/// defines.
enum class FreeAbscissae { published, minimal };

// `rho` is the text of a number, of which 50 digits are used. Every tableau is computed once and kept.

/// ρ_∞-Bathe: zhang2022, eq. (7).
TableauData bathe_tableau(std::string_view rho);

/// n = 3, 4, 5: trapezoidal rules but for the last stage.
TableauData msstc_tableau(int n, std::string_view rho);

/// Eqs. (30), (31).
TableauData mssth3_tableau(std::string_view rho);

/// The same with the printed γ, which is not that of the method. Throws std::invalid_argument where none is printed.
TableauData mssth3_as_printed(std::string_view rho);

/// Eqs. (32)-(35), n = 4, 5.
TableauData mssth_tableau(int n, std::string_view rho, FreeAbscissae free);

}  // namespace plumb
