#pragma once
// plotly.js, which draws the pictures of a site, as the system has it.

#include <filesystem>
#include <string>
#include <vector>

namespace plumb {

struct DrawingLibrary {
  std::string text;
  std::string version;  // "2.6.3"; empty: it does not say
  std::string licence;  // the comment that it begins with
};

/// Where distributions and Python packages have it.
std::vector<std::filesystem::path> places_of_plotly();

/// `file`, or if that is empty the first of those places that has it. Throws UsageError: there is none, or the file is
/// not plotly.js.
DrawingLibrary drawing_library(const std::filesystem::path& file = {});

}  // namespace plumb
