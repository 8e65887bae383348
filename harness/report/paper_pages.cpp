#include "harness/report/paper_pages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "contract/excerpt.hpp"
#include "harness/report/page.hpp"
#include "harness/report/paper_parts.hpp"
#include "text/file_name.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

struct JudgedPaper {
  Judged numbers = {}, claims = {};
  std::vector<std::string> items = {};  // items of the numbers, in the order of first appearance
};

/// Returns the counts of confirmed numbers and claims, for the head of the page.
std::string summary_html(const Judged& numbers, const Judged& claims) {
  std::string out;
  if (!numbers.empty())
    out += fmt::format("<p class=\"lead\">Of {}, {} confirmed and {} differ: {}.</p>\n",
                       counted(numbers.size(), "printed number"), count_of_style(numbers, "good"),
                       count_of_style(numbers, "bad"), counts_in_words(numbers));
  if (numbers.empty() && claims.empty())
    out +=
        "<p class=\"notice\">Not judged in this site, which was made without its verdicts "
        "(<code>--papers</code>).</p>\n";
  if (!claims.empty())
    out += fmt::format("<p class=\"lead\">Of {}: {}.</p>\n", counted(claims.size(), "claim"), counts_in_words(claims));
  return out;
}

/// Returns the command that reproduces an item, as the site may not contain its runs.
std::string command_html(const std::string& key, const std::string& item) {
  return html_code(fmt::format("plumb reproduce {}/{}", key, item));
}

std::string finding_of(const std::string& claim, const PaperFacts& facts) {
  if (const auto known = facts.claims.find(claim); known != facts.claims.end()) return known->second;
  for (const auto& [id, finding] : facts.claims)
    if (id.ends_with("...") && claim.starts_with(id.substr(0, id.size() - 3))) return finding;
  return {};
}

class PaperPage {
 public:
  PaperPage(std::string key, const JudgedPaper& paper, const PaperFacts& facts, const RunLinks& runs)
      : key_(std::move(key)), paper_(paper), facts_(facts), runs_(runs) {}

  SubjectPage made() const {
    SubjectPage out{key_, facts_.title.empty() ? fmt::format("Paper {}", key_) : facts_.title, {}};
    out.kind = PageKind::paper;
    out.html = html_facts({{"key", key_}, {"authors", facts_.authors}, {"source", facts_.source}, {"doi", facts_.doi}});
    out.html += found() + summary_html(paper_.numbers, paper_.claims) + html_code("plumb reproduce " + key_);
    out.html += contents();
    for (const auto& item : paper_.items) out.html += table(item);
    for (const auto& figure : facts_.figures) out.html += this->figure(figure, out);
    out.html += claims();
    return out;
  }

 private:
  std::string found() const {
    std::set<std::string> ids;
    for (const auto* claim : paper_.claims) ids.insert(text_at(*claim, "id"));
    std::string out;
    for (const auto& sentence : facts_.found) out += fmt::format("<li>{}</li>\n", html_of_sentence(sentence, ids));
    return html_section("What was found", out.empty() ? out : fmt::format("<ol class=\"found\">\n{}</ol>\n", out));
  }

  /// Returns links to all items of the page.
  std::string contents() const {
    std::string out;
    const auto add = [&](const std::string& item) {
      out += fmt::format("<a href=\"#{0}\">{0}</a>\n", html_text(item));
    };
    for (const auto& item : paper_.items) add(item);
    for (const auto& figure : facts_.figures) add(figure.item);
    if (!paper_.claims.empty()) add("claims");
    return fmt::format("<nav class=\"items\" aria-label=\"Items of this paper\">\n{}</nav>\n", out);
  }

  static std::string heading(const std::string& item, const std::string& title) {
    return fmt::format("<h2 id=\"{}\">{}</h2>\n", html_text(item),
                       html_text(title.empty() ? item : fmt::format("{}: {}", item, title)));
  }

  std::string table(const std::string& item) const {
    Judged all;
    std::ranges::copy_if(paper_.numbers, std::back_inserter(all),
                         [&](const Json* n) { return text_at(*n, "item") == item; });
    const auto known = facts_.tables.find(item);
    const auto title = known == facts_.tables.end() ? "" : known->second;
    return heading(item, title) + paper_table_html(title.empty() ? item : title, all, runs_) + command_html(key_, item);
  }

  std::string figure(const PaperFigure& of, SubjectPage& page) const {
    if (!is_plain_name(of.item))
      throw FormatError(fmt::format("'{}' is not a valid name of a figure", excerpt(of.item)));
    Json value = of.description;
    value["units"] = of.units;
    value["data"] = of.columns;
    page.later.push_back({fmt::format("figure/{}-{}", key_, of.item), std::move(value), of.csv});
    return heading(of.item, text_at(of.description, "title")) + paper_figure_html(of, page.later.back().name, runs_) +
           command_html(key_, of.item);
  }

  std::string claims() const {
    if (paper_.claims.empty()) return {};
    auto out =
        heading("claims", "sentences of the paper in our words, decided by the runs") + command_html(key_, "claims");
    for (const auto* claim : paper_.claims) out += claim_html(*claim, finding_of(text_at(*claim, "id"), facts_), runs_);
    return out;
  }

  std::string key_;
  const JudgedPaper& paper_;
  const PaperFacts& facts_;
  const RunLinks& runs_;
};

std::map<std::string, JudgedPaper> by_paper(const Json& verdicts) {
  if (!verdicts.is_array())
    throw FormatError("this is not the output of `plumb reproduce --json`, an array of verdicts");
  std::map<std::string, JudgedPaper> out;
  for (const auto& one : verdicts) {
    if (!one.is_object() || !one.contains("paper") || !one.contains("item") || !one.contains("verdict"))
      throw FormatError("an element of the array is not a verdict: paper, item or verdict is missing");
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

/// Returns the entry of a paper in the list of papers, with the counts of its verdicts. Without verdicts the counts are
/// null.
Json listed(const std::string& key, const JudgedPaper& paper, const PaperFacts& about) {
  const bool is_judged = !paper.numbers.empty() || !paper.claims.empty();
  const auto count = [&](std::ptrdiff_t n) { return is_judged ? Json(n) : Json(nullptr); };
  const auto confirmed = count_of_style(paper.numbers, "good"), differ = count_of_style(paper.numbers, "bad");
  const auto same_floor = std::ranges::count_if(
      paper.numbers, [](const Json* number) { return text_at(*number, "verdict") == "same-floor"; });
  return {{"name", key},
          {"title", about.title},
          {"authors", about.authors},
          {"source", about.source},
          {"found", about.found},
          {"numbers", count(std::ssize(paper.numbers))},
          {"confirmed", count(confirmed)},
          {"differ", count(differ)},
          {"same_floor", count(same_floor)},  // part of the confirmed numbers
          {"not_compared", count(std::ssize(paper.numbers) - confirmed - differ)},
          {"claims", count(std::ssize(paper.claims))},
          {"hold", count(count_of_style(paper.claims, "good"))},
          {"figures", about.figures.size()}};
}

}  // namespace

void add_papers(const Json& verdicts, const std::map<std::string, PaperFacts>& facts, ReportContents& contents) {
  auto papers = by_paper(verdicts);
  for (const auto& [key, about] : facts)
    if (!about.figures.empty()) papers[key];
  const RunLinks runs(contents.runs);
  for (const auto& [key, paper] : papers) {
    if (!is_plain_name(key)) throw FormatError(fmt::format("'{}' is not a valid key of a paper", excerpt(key)));
    const auto known = facts.find(key);
    const auto about = known == facts.end() ? PaperFacts() : known->second;
    contents.paper_pages.push_back(PaperPage(key, paper, about, runs).made());
    contents.papers.push_back(listed(key, paper, about));
  }
}

}  // namespace plumb
