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

/// Names and values as a list; what has no value is left out. `facts`: texts, which are escaped.
std::string html_facts(const std::vector<std::pair<std::string, std::string>>& facts);
/// A row an object, by the keys of the first; empty of none. Texts are escaped.
std::string html_table(const Json& rows, std::string_view caption);
/// Texts, one an item.
std::string html_list(const std::vector<std::string>& items);
std::string html_code(std::string_view text);

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
