#pragma once
// The parts that all pages of a site have (head, navigation, scripts), and texts from elsewhere as HTML.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/json.hpp"

namespace plumb {

/// Files of a site begin so. The next site that is written there recognises them by it, and may replace them.
inline constexpr std::string_view page_begins = "<!doctype html>\n<!-- plumb report -->\n";
inline constexpr std::string_view asset_begins = "/* plumb report";

/// Escapes all characters that HTML would obey, for texts in elements and in quoted attributes.
std::string html_text(std::string_view text);

/// Joins the texts of an array.
std::string joined(const Json& texts, std::string_view between);

/// Lists names with their values; names without a value are left out. `facts` are plain texts, which are escaped here.
std::string html_facts(const std::vector<std::pair<std::string, std::string>>& facts);
/// Each object becomes a row, with the keys of the first object as columns. Without rows the result is empty. Texts are
/// escaped.
std::string html_table(const Json& rows, std::string_view caption);
/// Each text becomes an item.
std::string html_list(const std::vector<std::string>& items);
std::string html_code(std::string_view text);
/// Puts a heading above HTML; the result is empty if `html` is.
std::string html_section(std::string_view title, const std::string& html);
/// Makes the place where a script draws. Screen readers read the label aloud.
std::string html_picture(std::string_view id, std::string_view label);
/// Returns the element in which a script lists the results of this site for a method or problem.
std::string html_here(std::string_view kind, std::string_view name);
/// Shows a formula in TeX on lines of its own: KaTeX typesets it, and without KaTeX the TeX itself is shown.
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
