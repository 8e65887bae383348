#pragma once
// Pages of papers: what was printed beside what was measured, claims with their evidence, and figures, from what
// `plumb reproduce` says and writes; every number leads to its runs where the site has them.

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
  std::string csv = {};           // as it is, with all digits
};

/// What is known of a paper beside its numbers.
struct PaperFacts {
  std::string title, authors, source, doi;
  std::map<std::string, std::string> tables = {};  // titles by item: "table-1"
  std::vector<std::string> found = {};             // sentences; a claim's id stands in `...`
  std::map<std::string, std::string> claims = {};  // what is found of them, by id; one that ends in "..." begins so
  std::vector<PaperFigure> figures = {};
};

/// What a paper's README.md says of claims: rows "| `id`, `id` | verdict | what is found |" of its tables.
std::map<std::string, std::string> findings_in(const std::string& readme);

/// `verdicts`: the array of `plumb reproduce --json`. A page for each paper in it, and for each that has figures, and
/// the list of them. The runs are complete. Throws FormatError: it is something else.
void add_papers(const Json& verdicts, const std::map<std::string, PaperFacts>& facts, ReportContents& contents);

}  // namespace plumb
