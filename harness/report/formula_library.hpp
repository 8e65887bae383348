#pragma once
// Finds KaTeX, the library that typesets the formulas of a site, in the folders of the system.

#include <filesystem>
#include <string>
#include <vector>

namespace plumb {

struct FormulaLibrary {
  std::string script;
  std::string style;    // style sheet with embedded fonts: browsers reject font files for pages from disk
  std::string version;  // version: "0.16.4"
  std::string licence;  // licence text
};

/// Returns the default folders: where distributions and packages of Node install KaTeX.
std::vector<std::filesystem::path> places_of_katex();

/// Reads `folder`, or, if the path is empty, the first existing default folder. Throws UsageError if there is none, or
/// if the folder contains no KaTeX with its fonts.
FormulaLibrary formula_library(const std::filesystem::path& folder = {});

}  // namespace plumb
