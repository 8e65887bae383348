#pragma once
// A file that defines a method by its coefficients may also contain data for the analysis of the method.

#include <string>

#include "methods/analysis/analysis.hpp"

namespace plumb {

/// If the method is named "@FILE", returns the options with the precision of the coefficients and the embedded weights
/// from that file. For a method of the catalogue, returns the options unchanged.
AnalysisOptions with_file(AnalysisOptions options, const std::string& method);

}  // namespace plumb
