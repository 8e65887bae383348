#pragma once
// Converts equations from files (docs/equation-files.md) to TeX, so that the page contains the equations of the
// computation.

#include <string>
#include <string_view>
#include <vector>

namespace plumb {

/// Returns lines with the following contents. Symbols come from the table [symbols]; names of Greek letters become
/// these letters, digits after a name its index, and a prime a dot. Throws UsageError if the file is not a file of
/// equations.
/// - Definitions of terms that occur several times.
/// - M q'' = f − Gᵀλ, row by row, or as matrices if M is not diagonal.
/// - Φ = 0, and the potential energy U.
/// - The symbols of the parameters, with the names in the file.
std::vector<std::string> typeset_equations(std::string_view text, const std::string& file);

}  // namespace plumb
