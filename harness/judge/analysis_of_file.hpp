#pragma once
// The file of a method may contain data for its analysis, in addition to its coefficients.

#include <string>

#include "methods/analysis/analysis.hpp"

namespace plumb {

/// Returns the options with the digits and the embedded weights of the file of a method named "@FILE". For a method of
/// the catalogue they are unchanged.
AnalysisOptions with_file(AnalysisOptions options, const std::string& method);

}  // namespace plumb
