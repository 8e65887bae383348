#pragma once
// plotly.js, which draws the pictures of a site, as the system has it.

#include <filesystem>
#include <string>
#include <vector>

namespace plumb {

struct DrawingLibrary {
  std::string text;
  std::string version;  // version: "2.6.3"; empty if the library does not contain it
  std::string licence;  // licence text: the comment at the beginning of the library's file
};

/// Returns the paths under which distributions and Python packages install it.
std::vector<std::filesystem::path> places_of_plotly();

/// Reads `file`, or, if the path is empty, the first existing default path. Throws UsageError if there is none, or if
/// the file is not plotly.js.
DrawingLibrary drawing_library(const std::filesystem::path& file = {});

}  // namespace plumb
