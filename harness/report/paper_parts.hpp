#pragma once
// Parts of a paper's page as HTML: tables, claims, figures, and the runs of a number.

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "harness/report/gathered_runs.hpp"
#include "harness/report/paper_pages.hpp"
#include "text/json.hpp"

namespace plumb {

/// Elements of the output of `plumb reproduce --json`.
using Judged = std::vector<const Json*>;

/// Links to the runs of a site.
class RunLinks {
 public:
  explicit RunLinks(const GatheredRuns& runs);

  /// Returns the text as a link to the first of these runs that the site contains, followed by numbered links to the
  /// other runs. If the site contains none of the runs, returns the text without a link.
  std::string linked(const std::string& html, const Json& cells) const;
  /// Returns a list of the runs by the first characters of their ids. Runs that the site contains are links.
  std::string listed(const Json& cells) const;

 private:
  std::string link(const std::string& id, const std::string& html) const;
  std::set<std::string> ids_;
};

/// Returns the value of a key as text, numbers with four digits; empty if the value is null or missing.
std::string text_at(const Json& object, const char* key);
/// Returns a verdict with its sign and colour.
std::string verdict_tag(const std::string& verdict);
/// Returns "10 match, 1 differs": counts of the verdicts that occur, the best verdict first.
std::string counts_in_words(const Judged& all);
/// Returns the number of verdicts of a style: "good" or "bad".
std::int64_t count_of_style(const Judged& all, std::string_view style);
/// Converts words in backquotes to code. A word that is an id in `claims` becomes a link to that claim on this page.
std::string html_of_sentence(const std::string& sentence, const std::set<std::string>& claims = {});

/// Returns a table with the rows and columns of the paper.
std::string paper_table_html(const std::string& title, const Judged& all, const RunLinks& runs);
/// Returns a claim with its verdict and evidence. `finding` may be empty.
std::string claim_html(const Json& claim, const std::string& finding, const RunLinks& runs);
/// Returns an element in which a script plots, and the runs of each curve. `data` is the name of the figure's data.
std::string paper_figure_html(const PaperFigure& figure, const std::string& data, const RunLinks& runs);

}  // namespace plumb
