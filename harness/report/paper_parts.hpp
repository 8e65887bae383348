#pragma once
// The parts of a paper's page as HTML: tables, claims, figures, and the runs that a number is made of.

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "harness/report/gathered_runs.hpp"
#include "harness/report/paper_pages.hpp"
#include "text/json.hpp"

namespace plumb {

/// Elements of what `plumb reproduce --json` prints.
using Judged = std::vector<const Json*>;

/// Which runs a site has.
class RunLinks {
 public:
  explicit RunLinks(const GatheredRuns& runs);

  /// The text as a link to the first of the runs that the site has, and behind it the others by their number; the text
  /// alone if it has none.
  std::string linked(const std::string& html, const Json& cells) const;
  /// A link each, by the beginning of its id; of those that the site does not have the id alone.
  std::string listed(const Json& cells) const;

 private:
  std::string link(const std::string& id, const std::string& html) const;
  std::set<std::string> ids_;
};

/// A value of an object as a reader wants it: four digits of a number; empty of null, and where there is none.
std::string text_at(const Json& object, const char* key);
/// A verdict with its sign and colour.
std::string verdict_tag(const std::string& verdict);
/// "10 match, 1 differs": those that occur, in the order of their worth.
std::string counts_in_words(const Judged& all);
/// How many have a verdict that is "good", or "bad".
std::int64_t count_of_style(const Judged& all, std::string_view style);
/// What stands in `...` as code; with `claims` a link to the claim of this page, if it is one of their ids.
std::string html_of_sentence(const std::string& sentence, const std::set<std::string>& claims = {});

/// Rows and columns as they were printed.
std::string paper_table_html(const std::string& title, const Judged& all, const RunLinks& runs);
/// With what is found of it beside its verdict, if that is known.
std::string claim_html(const Json& claim, const std::string& finding, const RunLinks& runs);
/// A place where a script draws, and the runs behind each curve; `data` is the name of the figure's data.
std::string paper_figure_html(const PaperFigure& figure, const std::string& data, const RunLinks& runs);

}  // namespace plumb
