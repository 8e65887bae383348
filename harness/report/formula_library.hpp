#pragma once
// KaTeX, which typesets the formulas of a site, as the system has it.

#include <filesystem>
#include <string>
#include <vector>

namespace plumb {

struct FormulaLibrary {
  std::string script;
  std::string style;    // style sheet with embedded fonts: on pages from disk, browsers reject fonts of other folders
  std::string version;  // version: "0.16.4"
  std::string licence;  // licence text
};

/// Returns the folders in which distributions and packages of Node install it.
std::vector<std::filesystem::path> places_of_katex();

/// Reads `folder`, or, if the path is empty, the first existing default folder. Throws UsageError if there is none, or
/// if the folder contains no KaTeX with its fonts.
FormulaLibrary formula_library(const std::filesystem::path& folder = {});

}  // namespace plumb
