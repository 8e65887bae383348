#pragma once
// What all pages of a site have: head, navigation, scripts; and texts of others as HTML.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/json.hpp"

namespace plumb {

/// How files of a site begin, so that the next one knows them for its own.
inline constexpr std::string_view page_begins = "<!doctype html>\n<!-- plumb report -->\n";
inline constexpr std::string_view asset_begins = "/* plumb report";

/// The text with all that HTML would obey escaped, in elements and in quoted attributes.
std::string html_text(std::string_view text);

/// The texts of an array, one behind the other.
std::string joined(const Json& texts, std::string_view between);

/// Names and values as a list; what has no value is left out. `facts`: texts, which are escaped.
std::string html_facts(const std::vector<std::pair<std::string, std::string>>& facts);
/// A row an object, by the keys of the first; empty of none. Texts are escaped.
std::string html_table(const Json& rows, std::string_view caption);
/// Texts, one an item.
std::string html_list(const std::vector<std::string>& items);
std::string html_code(std::string_view text);
/// A heading over HTML; empty of none.
std::string html_section(std::string_view title, const std::string& html);
/// Where a script draws; the label is for who hears the page.
std::string html_picture(std::string_view id, std::string_view label);
/// Where a script says what the runs of this site gave of a method or problem.
std::string html_here(std::string_view kind, std::string_view name);
/// A formula on lines of its own, in TeX: KaTeX typesets it, and without it the TeX is shown.
std::string html_formula(std::string_view tex);
bool has_formulas(std::string_view html);

struct Page {
  std::string title;
  std::string place = {};                 // of the navigation: "matrix.html"
  std::string main = {};                  // HTML
  std::vector<std::string> scripts = {};  // of assets/, in their order
  std::vector<std::string> data = {};     // of data/, before them
  int depth = 0;                          // folders below the site
};

std::string html_page(const Page& page);

}  // namespace plumb
