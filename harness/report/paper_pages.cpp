#include "harness/report/paper_pages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "contract/excerpt.hpp"
#include "harness/report/page.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

/// What a verdict is to a reader: confirmed, against the paper, or neither.
struct Tone {
  const char *verdict, *sign, *style, *words;
};
constexpr Tone tones[] = {
    {"match", "✓", "good", "the printed digits"},
    {"close", "≈", "good", "within 5 %"},
    {"same-floor", "≈", "good", "the same within rounding, tolerance and the digits of the reference"},
    {"differs", "✗", "bad", "another number"},
    {"not-compared", "·", "", "shown, and not compared"},
    {"not-run", "–", "", "not run"},
    {"holds", "✓", "good", "every check passes"},
    {"partly", "≈", "warn", "some checks pass"},
    {"fails", "✗", "bad", "the checks fail"},
    {"depends", "±", "warn", "turns within a factor 2 of a threshold that is not the paper's"},
    {"undecided", "?", "warn", "its uncertainty does not decide"}};

std::string text_at(const Json& object, const char* key) {
  const auto value = object.value(key, Json(nullptr));
  if (value.is_null()) return {};
  if (value.is_number_float()) return significant(value.get<double>(), 4);
  return value.is_string() ? value.get<std::string>() : value.dump();
}

std::string tag(const std::string& verdict) {
  for (const auto& tone : tones)
    if (verdict == tone.verdict)
      return fmt::format("<span class=\"tag {}\" title=\"{}\">{} {}</span>", tone.style, html_text(tone.words),
                         tone.sign, html_text(verdict));
  return fmt::format("<span class=\"tag\">{}</span>", html_text(verdict));
}

using Numbers = std::vector<const Json*>;

/// How many of each verdict, in the order of the tones: "10 match, 1 differs".
std::string counts_in_words(const Numbers& all) {
  std::string out;
  for (const auto& tone : tones)
    if (const auto count =
            std::ranges::count_if(all, [&](const Json* n) { return text_at(*n, "verdict") == tone.verdict; }))
      out += fmt::format("{}{} {}", out.empty() ? "" : ", ", count, tone.verdict);
  return out;
}

std::int64_t count_of_style(const Numbers& all, std::string_view style) {
  return std::ranges::count_if(all, [&](const Json* n) {
    const auto verdict = text_at(*n, "verdict");
    return std::ranges::any_of(tones, [&](const Tone& tone) { return verdict == tone.verdict && tone.style == style; });
  });
}

std::vector<std::string> names(const Numbers& all, const char* key) {
  std::vector<std::string> out;
  for (const auto* number : all)
    if (const auto name = text_at(*number, key); std::ranges::find(out, name) == out.end()) out.push_back(name);
  return out;
}

/// As it was printed, but for zeros at its end.
std::string published_text(const Json& number) {
  const auto value = number.value("published", Json(nullptr));
  return value.is_number_float() ? shortest(value.get<double>()) : text_at(number, "published");
}

std::string entry_html(const Json& number) {
  const auto note = text_at(number, "note");
  return fmt::format("<td title=\"{}\"><b>{}</b><br>{}<br>{}</td>", html_text(note), html_text(published_text(number)),
                     html_text(text_at(number, "measured")), tag(text_at(number, "verdict")));
}

/// Rows and columns as they were printed.
std::string table_html(const std::string& title, const Numbers& all) {
  const auto rows = names(all, "row"), columns = names(all, "column");
  std::string head = "<th scope=\"col\">printed<br>measured</th>", body;
  for (const auto& column : columns) head += fmt::format("<th scope=\"col\">{}</th>", html_text(column));
  for (const auto& row : rows) {
    body += fmt::format("<tr><th scope=\"row\">{}</th>", html_text(row));
    for (const auto& column : columns) {
      const auto at = std::ranges::find_if(
          all, [&](const Json* n) { return text_at(*n, "row") == row && text_at(*n, "column") == column; });
      body += at == all.end() ? "<td></td>" : entry_html(**at);
    }
    body += "</tr>\n";
  }
  return fmt::format(
      "<p>{}.</p>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
      "aria-label=\"{}\"><table><caption>{}</caption><thead><tr>{}</tr>"
      "</thead>\n<tbody>{}</tbody></table></div>\n",
      counts_in_words(all), html_text(title), html_text(title), head, body);
}

std::string claim_html(const Json& claim) {
  auto out = fmt::format("<h3>{} {}</h3>\n<blockquote><p>{}</p></blockquote>\n", html_text(text_at(claim, "where")),
                         tag(text_at(claim, "verdict")), html_text(text_at(claim, "says")));
  if (const auto factor = text_at(claim, "turns_at_factor"); !factor.empty())
    out += fmt::format("<p>It would turn with thresholds {} times as large or small.</p>\n", html_text(factor));
  if (const auto note = text_at(claim, "note"); !note.empty()) out += fmt::format("<p>{}</p>\n", html_text(note));
  Json rows = Json::array();
  for (const auto& evidence : claim.value("evidence", Json::array()))
    rows.push_back({{"check", text_at(evidence, "check")},
                    {"measured", text_at(evidence, "measured")},
                    {"uncertainty", text_at(evidence, "uncertainty")},
                    {"outcome", text_at(evidence, "outcome")},
                    {"same from", text_at(evidence, "stands_from")},
                    {"to", text_at(evidence, "stands_to")},
                    {"note", text_at(evidence, "note")}});
  return out + fmt::format("<details><summary>{}</summary>\n{}</details>\n", counted(rows.size(), "check"),
                           html_table(rows, "Evidence"));
}

/// What a reader wants to know first.
std::string summary_html(const Numbers& numbers, const Numbers& claims) {
  std::string out;
  if (!numbers.empty())
    out += fmt::format("<p class=\"lead\">Of {}, {} confirmed and {} differ: {}.</p>\n",
                       counted(numbers.size(), "printed number"), count_of_style(numbers, "good"),
                       count_of_style(numbers, "bad"), counts_in_words(numbers));
  if (!claims.empty())
    out += fmt::format("<p class=\"lead\">Of {}: {}.</p>\n", counted(claims.size(), "claim"), counts_in_words(claims));
  return out;
}

struct JudgedPaper {
  Numbers numbers = {}, claims = {};
  std::vector<std::string> items = {};  // as they come
};

SubjectPage page_of(const std::string& key, const JudgedPaper& paper, const PaperFacts& facts) {
  SubjectPage out{key, facts.title.empty() ? fmt::format("Paper {}", key) : facts.title, {}};
  out.about_runs = false;
  out.html = html_facts({{"key", key}, {"authors", facts.authors}, {"source", facts.source}, {"doi", facts.doi}});
  out.html += summary_html(paper.numbers, paper.claims);
  for (const auto& item : paper.items) {
    Numbers all;
    std::ranges::copy_if(paper.numbers, std::back_inserter(all),
                         [&](const Json* n) { return text_at(*n, "item") == item; });
    const auto known = facts.tables.find(item);
    const auto title = known == facts.tables.end() ? item : fmt::format("{}: {}", item, known->second);
    out.html += fmt::format("<h2>{}</h2>\n{}", html_text(title), table_html(title, all));
  }
  if (!paper.claims.empty()) out.html += "<h2>Claims</h2>\n";
  for (const auto* claim : paper.claims) out.html += claim_html(*claim);
  return out;
}

std::map<std::string, JudgedPaper> by_paper(const Json& verdicts) {
  if (!verdicts.is_array()) throw FormatError("no array of verdicts, as `plumb reproduce --json` prints one");
  std::map<std::string, JudgedPaper> out;
  for (const auto& one : verdicts) {
    if (!one.is_object() || !one.contains("paper") || !one.contains("item") || !one.contains("verdict"))
      throw FormatError("an element is no verdict: it has no paper, item and verdict");
    auto& paper = out[text_at(one, "paper")];
    const auto item = text_at(one, "item");
    if (one.contains("says")) {
      paper.claims.push_back(&one);
    } else {
      paper.numbers.push_back(&one);
      if (std::ranges::find(paper.items, item) == paper.items.end()) paper.items.push_back(item);
    }
  }
  return out;
}

/// Names of files are made of keys: letters, digits and - _ alone.
bool is_file_name(const std::string& key) {
  return !key.empty() &&
         std::ranges::all_of(key, [](unsigned char c) { return std::isalnum(c) || c == '-' || c == '_'; });
}

}  // namespace

void add_papers(const Json& verdicts, const std::map<std::string, PaperFacts>& facts, ReportContents& contents) {
  for (const auto& [key, paper] : by_paper(verdicts)) {
    if (!is_file_name(key)) throw FormatError(fmt::format("'{}' is no key of a paper", excerpt(key)));
    const auto known = facts.find(key);
    const auto about = known == facts.end() ? PaperFacts() : known->second;
    contents.paper_pages.push_back(page_of(key, paper, about));
    contents.papers.push_back({{"name", key},
                               {"title", about.title},
                               {"authors", about.authors},
                               {"source", about.source},
                               {"numbers", paper.numbers.size()},
                               {"confirmed", count_of_style(paper.numbers, "good")},
                               {"differ", count_of_style(paper.numbers, "bad")},
                               {"claims", paper.claims.size()},
                               {"hold", count_of_style(paper.claims, "good")}});
  }
}

}  // namespace plumb
