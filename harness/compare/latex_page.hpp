#pragma once
// The page about one method as a section of an article in LaTeX.

#include <string>
#include <vector>

#include "harness/compare/section.hpp"

namespace plumb {

/// Returns a \section: the findings as its first paragraph, tables (booktabs, siunitx) with caption and label, figures
/// (PGFPlots), and the provenance at the end. The first lines are comments with the packages that the document must
/// load. Tables and figures span both columns of classes with two columns; tables that are too wide are scaled.
std::string latex_page(const std::vector<Section>& sections);

}  // namespace plumb
