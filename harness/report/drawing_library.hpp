#pragma once
// Finds plotly.js, the library that plots the figures of a site, in the folders of the system.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace plumb {

struct DrawingLibrary {
  std::string text;
  std::string version;  // version: "2.6.3"; empty if the library does not contain it
  std::string licence;  // licence text: the comment at the beginning of the library's file
};

/// Returns the default paths: where distributions and Python packages install plotly.js.
std::vector<std::filesystem::path> places_of_plotly();

/// Returns a script without indentation, empty lines and lines of comments, which are a quarter of plotly.js as Debian
/// packages it. Notices of licences and copyright are kept.
std::string without_indentation(std::string_view script);

/// Reads `file`, or, if the path is empty, the first existing default path. Throws UsageError if there is none, or if
/// the file is not plotly.js.
DrawingLibrary drawing_library(const std::filesystem::path& file = {});

}  // namespace plumb
