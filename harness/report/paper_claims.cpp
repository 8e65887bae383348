// The claims of a paper: text, verdict, findings, and every check with the range of thresholds that give the same
// outcome.

#include <fmt/format.h>

#include <sstream>

#include "harness/report/page.hpp"
#include "harness/report/paper_parts.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

/// Returns "1e-3 to 2", the range of thresholds with the same outcome, for a threshold chosen by Plumb. For a threshold
/// of the paper, returns its words in quotes, if they are given.
std::string range_of(const Json& evidence) {
  const auto from = text_at(evidence, "stands_from"), to = text_at(evidence, "stands_to");
  if (from.empty() && to.empty())
    return text_at(evidence, "words").empty() ? "" : "“" + text_at(evidence, "words") + "”";
  if (to.empty()) return "from " + from + " on";
  return from.empty() ? "up to " + to : fmt::format("{} to {}", from, to);
}

std::string outcome_tag(const std::string& outcome) {
  const char* style = outcome == "passed" ? "good" : outcome == "failed" ? "bad" : outcome == "shown" ? "" : "warn";
  return fmt::format("<span class=\"tag {}\">{}</span>", style, html_text(outcome));
}

std::string row_html(const Json& evidence, const RunLinks& runs) {
  return fmt::format(
      "<tr><td>{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
      html_text(text_at(evidence, "check")),
      runs.linked(html_text(text_at(evidence, "measured")), evidence.value("cells", Json::array())),
      html_text(text_at(evidence, "uncertainty")), outcome_tag(text_at(evidence, "outcome")),
      html_text(range_of(evidence)), html_text(text_at(evidence, "note")));
}

std::string evidence_html(const Json& all, const RunLinks& runs) {
  std::string rows;
  for (const auto& evidence : all) rows += row_html(evidence, runs);
  return fmt::format(
      "<details><summary>{}</summary>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Evidence\">"
      "<table class=\"plain\"><caption>Evidence</caption><thead><tr><th scope=\"col\">check</th>"
      "<th scope=\"col\">measured</th><th scope=\"col\">uncertainty</th><th scope=\"col\">outcome</th>"
      "<th scope=\"col\">the same with thresholds</th><th scope=\"col\">note</th></tr></thead>\n<tbody>{}</tbody>"
      "</table></div></details>\n",
      counted(all.size(), "check"), rows);
}

/// Returns the cells of a row of a Markdown table, without the blanks around them.
std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> out;
  std::istringstream rest(line.substr(1));
  for (std::string cell; std::getline(rest, cell, '|');) {
    const auto begin = cell.find_first_not_of(' '), end = cell.find_last_not_of(' ');
    out.push_back(begin == cell.npos ? "" : cell.substr(begin, end - begin + 1));
  }
  return out;
}

/// Returns the texts in backquotes.
std::vector<std::string> quoted_in(const std::string& text) {
  std::vector<std::string> out;
  for (std::size_t position = text.find('`'); position != text.npos; position = text.find('`', position + 1)) {
    const auto end = text.find('`', position + 1);
    if (end == text.npos) break;
    out.push_back(text.substr(position + 1, end - position - 1));
    position = end;
  }
  return out;
}

}  // namespace

std::map<std::string, std::string> findings_in(const std::string& readme) {
  std::map<std::string, std::string> out;
  std::istringstream lines(readme);
  bool of_claims = false;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("|")) {
      of_claims = false;
      continue;
    }
    const auto cells = cells_of(line);
    if (cells.front() == "claim") of_claims = true;
    if (of_claims && cells.size() >= 3)
      for (const auto& id : quoted_in(cells[0])) out.emplace(id, cells[2]);
  }
  return out;
}

std::string claim_html(const Json& claim, const std::string& finding, const RunLinks& runs) {
  const auto id = text_at(claim, "id");
  auto out = fmt::format(
      "<h3 id=\"claim-{}\">{} {}</h3>\n<p class=\"soft\"><code>{}</code></p>\n"
      "<blockquote><p>{}</p></blockquote>\n",
      html_text(id), html_text(text_at(claim, "where")), verdict_tag(text_at(claim, "verdict")), html_text(id),
      html_text(text_at(claim, "says")));
  if (!finding.empty()) out += fmt::format("<p>{}</p>\n", html_of_sentence(finding));
  if (const auto factor = text_at(claim, "turns_at_factor"); !factor.empty())
    out += fmt::format("<p>It would turn with thresholds {} times as large or small.</p>\n", html_text(factor));
  if (const auto note = text_at(claim, "note"); !note.empty()) out += fmt::format("<p>{}</p>\n", html_text(note));
  return out + evidence_html(claim.value("evidence", Json::array()), runs);
}

}  // namespace plumb
