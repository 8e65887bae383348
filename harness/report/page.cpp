#include "harness/report/page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace plumb {
namespace {

struct Link {
  const char *file, *name;
};
constexpr Link navigation[] = {
    {"index.html", "Overview"}, {"matrix.html", "Matrix"},   {"work.html", "Work and precision"},
    {"order.html", "Order"},    {"methods.html", "Methods"}, {"problems.html", "Problems"},
    {"papers.html", "Papers"},  {"compare.html", "Compare"}, {"changes.html", "Changes"},
    {"check.html", "Checks"},   {"about.html", "About"}};

constexpr const char* formula_begins = "<div class=\"formula\"";

std::string links(const Page& page, const std::string& root) {
  std::string out;
  for (const auto& [file, name] : navigation)
    out += fmt::format("<a href=\"{}{}\"{}>{}</a>\n", root, file, page.place == file ? " aria-current=\"page\"" : "",
                       name);
  if (page.documentation.empty()) return out;
  const bool is_relative = page.documentation.find(':') == std::string::npos && !page.documentation.starts_with('/');
  return out +
         fmt::format("<a href=\"{}{}\">Documentation</a>\n", is_relative ? root : "", html_text(page.documentation));
}

}  // namespace

std::string html_text(std::string_view text) {
  std::string out;
  for (const char c : text) switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default: out += c;
    }
  return out;
}

std::string joined(const Json& texts, std::string_view between) {
  return fmt::format("{}", fmt::join(texts.get<std::vector<std::string>>(), between));
}

std::string html_facts(const std::vector<std::pair<std::string, std::string>>& facts) {
  std::string out;
  for (const auto& [name, value] : facts)
    if (!value.empty()) out += fmt::format("<dt>{}</dt><dd>{}</dd>\n", html_text(name), html_text(value));
  return out.empty() ? out : fmt::format("<dl class=\"facts\">\n{}</dl>\n", out);
}

std::string html_table(const Json& rows, std::string_view caption) {
  if (rows.empty()) return {};
  std::string head, body;
  for (const auto& [key, value] : rows.front().items())
    head += fmt::format("<th scope=\"col\">{}</th>", html_text(key));
  for (const auto& row : rows) {
    body += "<tr>";
    for (const auto& [key, value] : row.items())
      body += fmt::format("<td>{}</td>", html_text(value.is_null()     ? ""
                                                   : value.is_string() ? value.get<std::string>()
                                                                       : value.dump()));
    body += "</tr>\n";
  }
  return fmt::format(
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{0}\"><table "
      "class=\"plain\"><caption>{0}</caption>"
      "<thead><tr>{1}</tr></thead>\n<tbody>{2}</tbody></table></div>\n",
      html_text(caption), head, body);
}

std::string html_list(const std::vector<std::string>& items) {
  std::string out;
  for (const auto& item : items) out += fmt::format("<li>{}</li>\n", html_text(item));
  return out.empty() ? out : fmt::format("<ul>\n{}</ul>\n", out);
}

std::string html_code(std::string_view text) { return fmt::format("<pre>{}</pre>\n", html_text(text)); }

std::string html_section(std::string_view title, const std::string& html) {
  return html.empty() ? html : fmt::format("<h2>{}</h2>\n{}", html_text(title), html);
}

std::string html_picture(std::string_view id, std::string_view label) {
  return fmt::format("<div class=\"picture\" id=\"{}\" role=\"group\" aria-label=\"{}\"></div>\n", html_text(id),
                     html_text(label));
}

std::string site_results_html(std::string_view kind, std::string_view name) {
  return html_section("In this site", fmt::format("<div id=\"here\" data-kind=\"{}\" data-name=\"{}\"></div>\n",
                                                  html_text(kind), html_text(name)));
}

std::string html_formula(std::string_view tex) {
  return fmt::format("{} tabindex=\"0\"><code>{}</code></div>\n", formula_begins, html_text(tex));
}

bool has_formulas(std::string_view html) { return html.find(formula_begins) != html.npos; }

std::string html_page(const Page& page) {
  std::string root, scripts, styles;
  for (int i = 0; i < page.depth; ++i) root += "../";
  const auto add = [&](const std::string& file) {
    scripts += fmt::format("<script src=\"{}{}\"></script>\n", root, html_text(file));
  };
  add("assets/plumb.js");
  for (const auto& name : page.data) add("data/" + name + ".js");
  for (const auto& name : page.scripts) add("assets/" + name);
  if (has_formulas(page.main)) {
    styles = fmt::format("<link rel=\"stylesheet\" href=\"{}assets/katex.css\">\n", root);
    add("assets/katex.js");
    add("assets/formulas.js");
  }
  return fmt::format(
      R"({}<html lang="en" data-root="{}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>{} – Plumb</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="{}assets/plumb.css">
{}</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header>
<p class="brand"><a href="{}index.html">Plumb</a></p>
<nav aria-label="Pages">
{}</nav>
</header>
<main id="main" tabindex="-1">
<h1>{}</h1>
<noscript><p class="notice">Pictures, filters and results need JavaScript; nothing is loaded from the network.</p></noscript>
{}</main>
<footer><p>Made by <code>plumb report</code>. Nothing here is loaded from the network.</p></footer>
{}</body>
</html>
)",
      page_begins, root, html_text(page.title), root, styles, root, links(page, root), html_text(page.title), page.main,
      scripts);
}

}  // namespace plumb
