#pragma once
// A site of static pages about the runs of stores, the catalogue and papers: data, pages and what they need.

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "harness/report/drawing_library.hpp"
#include "harness/report/gathered_runs.hpp"
#include "text/json.hpp"

namespace plumb {

/// A page of the catalogue or of a paper.
struct SubjectPage {
  std::string name, title, html;
  std::string picture = {};  // an SVG beside it; empty: none
  Json stability = nullptr;  // |R| on a grid of z; null: not known
  bool about_runs = true;    // it has a part that says what the runs of its subject gave
};

/// What a site is made of.
struct ReportContents {
  GatheredRuns runs = {};
  Json stores = Json::array();                                                     // {"name", "runs", "damaged"} each
  Json orders = Json::array();                                                     // series of runs (order_series.hpp)
  Json methods = Json::array(), problems = Json::array(), papers = Json::array();  // the lists of the index pages
  std::vector<SubjectPage> method_pages = {}, problem_pages = {}, paper_pages = {};
  DrawingLibrary drawing = {};
  std::string version;  // of the program
};

/// Writes it; what an earlier site has in that folder is replaced. Throws as SiteFolder. How many files there are.
std::size_t write_report(const ReportContents& contents, const std::filesystem::path& folder);

}  // namespace plumb
