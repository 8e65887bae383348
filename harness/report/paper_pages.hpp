#pragma once
// Pages of papers, from the output of `plumb reproduce`. They contain printed and measured numbers, claims with their
// evidence, and figures. Every number links to its runs if the site contains them.

#include <map>
#include <string>
#include <vector>

#include "harness/report/report.hpp"

namespace plumb {

/// Data of a figure from `plumb reproduce --out`.
struct PaperFigure {
  std::string item;               // name of the figure: "figure-2"
  Json description = nullptr;     // contents of figure-2.json
  Json units = Json::object();    // units by column
  Json columns = Json::object();  // values by column: {"t": [..], ..}
  std::string csv = {};           // unchanged CSV file, with all digits
};

/// Information on a paper, except its numbers.
struct PaperFacts {
  std::string title, authors, source, doi;
  std::map<std::string, std::string> tables = {};  // titles by item, such as "table-1"
  std::vector<std::string> found = {};             // sentences on the findings; ids of claims are in backquotes
  std::map<std::string, std::string> claims = {};  // findings by claim id; "abc..." means ids that begin with "abc"
  std::vector<PaperFigure> figures = {};
};

/// Returns the findings on claims in a paper's README.md, by id. They are in tables with rows "| `id`, `id` | verdict |
/// finding |".
std::map<std::string, std::string> findings_in(const std::string& readme);

/// Adds a page for each paper in `verdicts` and for each paper with figures, and the list of these pages. `verdicts` is
/// the array from `plumb reproduce --json`. `contents` must already contain all runs. Throws FormatError if `verdicts`
/// has another format.
void add_papers(const Json& verdicts, const std::map<std::string, PaperFacts>& facts, ReportContents& contents);

}  // namespace plumb
