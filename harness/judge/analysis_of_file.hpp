#pragma once
// What the file of a method says of its analysis beside its coefficients.

#include <string>

#include "methods/analysis/analysis.hpp"

namespace plumb {

/// The options, with the digits and the embedded weights that the file of a method named "@FILE" has; unchanged of a
/// method of the catalogue.
AnalysisOptions with_file(AnalysisOptions options, const std::string& method);

}  // namespace plumb
