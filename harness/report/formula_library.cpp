#include "harness/report/formula_library.hpp"

#include <fmt/format.h>

#include <string_view>

#include "contract/excerpt.hpp"
#include "harness/report/packed_numbers.hpp"
#include "text/exit_codes.hpp"
#include "text/file_text.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

constexpr const char *script_name = "katex.min.js", *style_name = "katex.min.css";

/// Returns the text between the first two marks; empty if they are missing.
std::string_view between(std::string_view text, std::string_view begin, std::string_view end) {
  const auto at = text.find(begin);
  if (at == text.npos) return {};
  const auto from = at + begin.size(), until = text.find(end, from);
  return until == text.npos ? std::string_view() : text.substr(from, until - from);
}

/// Embeds each font in the style sheet. The style sheet lists three formats of each font; the format that all browsers
/// support is used.
std::string with_fonts(std::string_view style, const fs::path& folder) {
  constexpr std::string_view begin = "src:url(";
  std::string out;
  while (true) {
    const auto at = style.find(begin);
    if (at == style.npos) return out += style;
    const auto name = between(style.substr(at), begin, ")");
    if (!name.ends_with(".woff2"))
      throw UsageError(
          fmt::format("katex: the first font of a style must be in WOFF2 format; it is '{}'", excerpt(name)));
    out += fmt::format("{}src:url(data:font/woff2;base64,{}) format(\"woff2\")", style.substr(0, at),
                       base64(file_text(folder / name, "a font of KaTeX")));
    style.remove_prefix(std::min(style.find_first_of(";}", at), style.size()));
  }
}

/// Returns the licence, from a file next to the library, or from Debian's folder of licences.
std::string licence_of(const fs::path& folder) {
  for (const auto& file :
       {folder / "LICENSE", folder.parent_path() / "LICENSE", fs::path("/usr/share/doc/libjs-katex/copyright")})
    if (fs::is_regular_file(file)) return file_text(file, "the licence of KaTeX");
  throw UsageError(fmt::format("katex: the licence, which every copy must include, is missing: '{}'",
                               excerpt((folder / "LICENSE").string())));
}

}  // namespace

std::vector<fs::path> places_of_katex() { return {"/usr/share/javascript/katex", "/usr/share/nodejs/katex/dist"}; }

FormulaLibrary formula_library(const fs::path& folder) {
  auto found = folder;
  if (found.empty())
    for (const auto& place : places_of_katex())
      if (found.empty() && fs::is_regular_file(place / script_name)) found = place;
  if (found.empty())
    throw UsageError(
        "report: KaTeX, which typesets the formulas, is not on this machine (Debian: libjs-katex); or name a folder "
        "that has it with --katex FOLDER");
  FormulaLibrary out;
  out.script = file_text(found / script_name, "KaTeX");
  out.version = between(out.script, "version:\"", "\"");
  if (out.version.empty() || out.script.find("katex") == out.script.npos)
    throw UsageError(
        fmt::format("--katex '{}': {} is not KaTeX: it has no version number", excerpt(found.string()), script_name));
  out.style = with_fonts(file_text(found / style_name, "the style of KaTeX"), found);
  out.licence = licence_of(found);
  return out;
}

}  // namespace plumb
