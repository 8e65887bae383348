// The tables of a paper: each printed number above the measured one.

#include <fmt/format.h>

#include <algorithm>

#include "harness/report/page.hpp"
#include "harness/report/paper_parts.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

std::vector<std::string> names_in(const Judged& all, const char* key) {
  std::vector<std::string> out;
  for (const auto* number : all)
    if (const auto name = text_at(*number, key); std::ranges::find(out, name) == out.end()) out.push_back(name);
  return out;
}

/// Returns the printed number without trailing zeros.
std::string published_text(const Json& number) {
  const auto value = number.value("published", Json(nullptr));
  return value.is_number_float() ? shortest(value.get<double>()) : text_at(number, "published");
}

std::string entry_html(const Json& number, const RunLinks& runs) {
  const auto note = text_at(number, "note");
  return fmt::format("<td title=\"{}\"><b>{}</b><br>{}<br>{}</td>", html_text(note), html_text(published_text(number)),
                     runs.linked(html_text(text_at(number, "measured")), number.value("cells", Json::array())),
                     verdict_tag(text_at(number, "verdict")));
}

/// Numbers by row and column.
using Places = std::map<std::pair<std::string, std::string>, const Json*>;

Places places_of(const Judged& all) {
  Places out;
  for (const auto* number : all) out.emplace(std::pair(text_at(*number, "row"), text_at(*number, "column")), number);
  return out;
}

}  // namespace

std::string paper_table_html(const std::string& title, const Judged& all, const RunLinks& runs) {
  const auto columns = names_in(all, "column");
  const auto places = places_of(all);
  std::string head = "<th scope=\"col\">printed<br>measured</th>", body;
  for (const auto& column : columns) head += fmt::format("<th scope=\"col\">{}</th>", html_text(column));
  for (const auto& row : names_in(all, "row")) {
    body += fmt::format("<tr><th scope=\"row\">{}</th>", html_text(row));
    for (const auto& column : columns) {
      const auto found = places.find({row, column});
      body += found == places.end() ? "<td></td>" : entry_html(*found->second, runs);
    }
    body += "</tr>\n";
  }
  return fmt::format(
      "<p>{}.</p>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
      "aria-label=\"{}\"><table><caption>{}</caption><thead><tr>{}</tr>"
      "</thead>\n<tbody>{}</tbody></table></div>\n",
      counts_in_words(all), html_text(title), html_text(title), head, body);
}

}  // namespace plumb
