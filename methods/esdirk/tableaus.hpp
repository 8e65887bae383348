#pragma once
// The tableaus of the composite methods for any ρ in [0, 1], in decimals of 50 digits.

#include <string_view>

#include "methods/coefficients/tableau_data.hpp"

namespace plumb {

/// The origin of the abscissae that the order conditions leave free. `published` is table 7 of zhang2022 at its eleven
/// ρ, and between them the minimum that reproduces it (see error_norm.hpp); `minimal` is the minimum of ‖σ^(n+1)‖₂,
/// which the text defines.
enum class FreeAbscissae { published, minimal };

// `rho` is a number as text; 50 digits are used. Every tableau is cached.

/// ρ_∞-Bathe: zhang2022, eq. (7).
TableauData bathe_tableau(std::string_view rho);

/// β1/β2-Bathe: malakiyeh2019; a trapezoidal rule to γ, then weights β1 and β2 on both sides of γ.
TableauData bathe_beta_tableau(std::string_view gamma, std::string_view beta1, std::string_view beta2);

/// MSSTC(n) for n = 3, 4, 5: all stages but the last are trapezoidal rules.
TableauData msstc_tableau(int n, std::string_view rho);

/// MSSTH(3): zhang2022, eqs. (30), (31).
TableauData mssth3_tableau(std::string_view rho);

/// Returns the tableau of MSSTH(3) with the printed γ, which is a misprint. Throws std::invalid_argument if the paper
/// prints no γ for this ρ.
TableauData mssth3_as_printed(std::string_view rho);

/// MSSTH(n) for n = 4, 5: zhang2022, eqs. (32)-(35).
TableauData mssth_tableau(int n, std::string_view rho, FreeAbscissae free);

}  // namespace plumb
