#pragma once
// The parts that all pages of a site share (head, navigation, scripts), and functions that convert texts and data to
// HTML.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/json.hpp"

namespace plumb {

/// The beginnings of the pages of a site, and of its scripts and styles. A later site that is written to the same
/// folder recognises these files by them, and may replace the files.
inline constexpr std::string_view page_begins = "<!doctype html>\n<!-- plumb report -->\n";
inline constexpr std::string_view asset_begins = "/* plumb report";

/// Escapes all characters that have a meaning in HTML, for texts in elements and in quoted attributes.
std::string html_text(std::string_view text);

/// Joins the texts of an array, with `between` as separator.
std::string joined(const Json& texts, std::string_view between);

/// Returns a list of names with their values; names with an empty value are left out. `facts` are plain texts, which
/// are escaped here.
std::string html_facts(const std::vector<std::pair<std::string, std::string>>& facts);
/// Returns a table with a row for each object, and the keys of the first object as columns; empty if there are no rows.
/// Texts are escaped.
std::string html_table(const Json& rows, std::string_view caption);
/// Returns a list with an item for each text.
std::string html_list(const std::vector<std::string>& items);
std::string html_code(std::string_view text);
/// Returns a heading followed by `html`; empty if `html` is empty.
std::string html_section(std::string_view title, const std::string& html);
/// Returns the element in which a script plots. Screen readers read the label aloud.
std::string html_picture(std::string_view id, std::string_view label);
/// Returns the element in which a script lists the results of this site for a method or problem.
std::string site_results_html(std::string_view kind, std::string_view name);
/// Returns an element with a displayed formula in TeX. KaTeX typesets it in the browser; without KaTeX the TeX is
/// shown.
std::string html_formula(std::string_view tex);
bool has_formulas(std::string_view html);

struct Page {
  std::string title;
  std::string place = {};                 // position in the navigation: "matrix.html"
  std::string main = {};                  // contents as HTML
  std::vector<std::string> scripts = {};  // scripts in assets/, in the order of loading
  std::vector<std::string> data = {};     // files in data/, loaded before the scripts
  int depth = 0;                          // number of folders between the site's root and the page
  std::string documentation = {};         // address of the documentation, for the navigation; empty: no link
};

std::string html_page(const Page& page);

}  // namespace plumb
