#pragma once
// The equations of files (docs/equation-files.md) as TeX: what is typeset is the text that is computed with.

#include <string>
#include <string_view>
#include <vector>

namespace plumb {

/// A line each: names for what comes more than once, M q'' = f − Gᵀλ row by row, or as matrices where M is no diagonal,
/// Φ = 0, U, and what the parameters are called by users. Symbols are those of the table [symbols], Greek letters by
/// their names, digits behind a name its index, one prime a dot. Throws UsageError: it is no such file.
std::vector<std::string> typeset_equations(std::string_view text, const std::string& file);

}  // namespace plumb
