#pragma once
// The equations of files (docs/equation-files.md) become TeX: what is typeset is the text that is computed with.

#include <string>
#include <string_view>
#include <vector>

namespace plumb {

/// Returns one line for each of these: names for what comes more than once; M q'' = f − Gᵀλ, row by row, or as matrices
/// where M is no diagonal; Φ = 0; U; and what users call the parameters. Symbols are those of the table [symbols].
/// Names of Greek letters become these letters, digits behind a name its index, and a prime a dot. Throws UsageError if
/// it is no such file.
std::vector<std::string> typeset_equations(std::string_view text, const std::string& file);

}  // namespace plumb
