#pragma once
// Pages of papers: what was printed beside what was measured, and claims with their evidence, from what
// `plumb reproduce --json` says.

#include <map>
#include <string>
#include <vector>

#include "harness/report/report.hpp"

namespace plumb {

/// What is known of a paper beside its numbers.
struct PaperFacts {
  std::string title, authors, source, doi;
  std::map<std::string, std::string> tables = {};  // titles by item: "table-1"
};

/// `verdicts`: the array of `plumb reproduce --json`. A page for each paper in it, and the list of them. Throws
/// FormatError: it is something else.
void add_papers(const Json& verdicts, const std::map<std::string, PaperFacts>& facts, ReportContents& contents);

}  // namespace plumb
