#pragma once
// Pages of papers, made of what `plumb reproduce` prints and writes. They show printed beside measured numbers, claims
// with their evidence, and figures; every number leads to its runs where the site has them.

#include <map>
#include <string>
#include <vector>

#include "harness/report/report.hpp"

namespace plumb {

/// Data of a figure, as `plumb reproduce --out` writes them.
struct PaperFigure {
  std::string item;               // "figure-2"
  Json description = nullptr;     // figure-2.json
  Json units = Json::object();    // by column
  Json columns = Json::object();  // {"t": [..], ..}
  std::string csv = {};           // the file as it is, with all digits
};

/// What is known about a paper, except its numbers.
struct PaperFacts {
  std::string title, authors, source, doi;
  std::map<std::string, std::string> tables = {};  // titles by item: "table-1"
  std::vector<std::string> found = {};             // sentences, in which `...` holds the id of a claim
  std::map<std::string, std::string> claims = {};  // findings by id; "abc..." is for ids that begin with "abc"
  std::vector<PaperFigure> figures = {};
};

/// Returns what a paper's README.md tells of claims, by id. It is read from tables with rows "| `id`, `id` | verdict |
/// what is found |".
std::map<std::string, std::string> findings_in(const std::string& readme);

/// Adds a page for each paper in `verdicts` and for each paper with figures, and the list of these pages. `verdicts` is
/// the array that `plumb reproduce --json` prints. `contents` has to have all its runs already. Throws FormatError if
/// `verdicts` is something else.
void add_papers(const Json& verdicts, const std::map<std::string, PaperFacts>& facts, ReportContents& contents);

}  // namespace plumb
