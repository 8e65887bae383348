#include "harness/report/drawing_library.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "contract/excerpt.hpp"
#include "text/exit_codes.hpp"
#include "text/file_text.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

std::string version_in(const std::string& licence) {
  constexpr std::string_view before = "plotly.js v";
  const auto at = licence.find(before);
  if (at == licence.npos) return {};
  const auto begin = at + before.size();
  return licence.substr(begin, licence.find_first_not_of("0123456789.", begin) - begin);
}

bool is_notice(std::string_view line) {
  return std::ranges::any_of(std::array{"icen", "ICEN", "opyright"},
                             [&](const char* word) { return line.find(word) != line.npos; });
}

}  // namespace

std::string without_indentation(std::string_view script) {
  std::string out;
  out.reserve(script.size());
  bool is_continued = false;  // the line belongs to a string of the line before
  while (!script.empty()) {
    auto line = script.substr(0, script.find('\n'));
    script.remove_prefix(std::min(line.size() + 1, script.size()));
    if (!is_continued) line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    const bool is_left_out = !is_continued && (line.empty() || (line.starts_with("//") && !is_notice(line)));
    is_continued = line.ends_with('\\');
    if (is_left_out) continue;
    out += line;
    out += '\n';
  }
  return out;
}

std::vector<fs::path> places_of_plotly() {
  return {"/usr/share/python3-plotly/plotly.min.js", "/usr/share/python3-plotly/plotly.js",
          "/usr/lib/python3/dist-packages/plotly/package_data/plotly.min.js",
          "/usr/share/javascript/plotly.js/plotly.min.js"};
}

DrawingLibrary drawing_library(const fs::path& file) {
  fs::path found = file;
  if (found.empty())
    for (const auto& place : places_of_plotly())
      if (found.empty() && fs::is_regular_file(place)) found = place;
  if (found.empty())
    throw UsageError(
        "report: plotly.js, which draws the pictures, is not on this machine (Debian: python3-plotly); or name a copy "
        "with --plotly FILE");
  DrawingLibrary out;
  out.text = file_text(found, "plotly.js");
  const auto end = out.text.find("*/");
  out.licence = out.text.starts_with("/*") && end != out.text.npos ? out.text.substr(0, end + 2) : "";
  out.version = version_in(out.licence);
  if (out.version.empty())
    throw UsageError(
        fmt::format("--plotly '{}': this is not plotly.js: licence and version are missing at its beginning",
                    excerpt(found.string())));
  out.text = without_indentation(out.text);
  return out;
}

}  // namespace plumb
