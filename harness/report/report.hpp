#pragma once
// A site of static pages about stored runs, the catalogue and papers: data, pages and their scripts.

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "harness/report/drawing_library.hpp"
#include "harness/report/formula_library.hpp"
#include "harness/report/gathered_runs.hpp"
#include "harness/report/kept_runs.hpp"
#include "text/json.hpp"

namespace plumb {

/// Data for plots and tables of a page, written to data/KIND/NAME.js, or coefficients, written to data/KIND/NAME.json.
struct SubjectData {
  std::string kind;  // kind of data: "stability"
  Json value = Json::object();
};

/// Data that a page loads on demand, written to data/NAME.js and data/NAME.csv.
struct LaterData {
  std::string name;  // name of the file: "figure/li2019-figure-2"
  Json value = Json::object();
  std::string csv = {};
};

/// The subject of a page, which determines its scripts.
enum class PageKind { catalogue, paper };

/// A page of the catalogue or of a paper.
struct SubjectPage {
  std::string name, title, html;
  std::string picture = {};  // path of an SVG in the folder of the page; empty: no picture
  std::vector<SubjectData> data = {};
  std::vector<LaterData> later = {};
  PageKind kind = PageKind::catalogue;
};

/// All contents of a site.
struct ReportContents {
  GatheredRuns runs = {};
  Json stores = Json::array();  // for each store {"name", "runs", "damaged"}
  Json orders = Json::array();  // series of runs (order_series.hpp)
  Json methods = Json::array(), problems = Json::array(), papers = Json::array();  // lists for the index pages
  SavedRuns kept = {};
  Json comparison = {{"methods", Json::array()}, {"runs", Json::array()}};  // see other_pages.hpp
  Json check = {{"measured", 0}, {"findings", Json::array()}};
  Json history = Json::array();
  Json changes = Json::object();                    // comparison with an earlier store (store_changes.hpp); empty: none
  std::map<std::string, std::string> audited = {};  // published values as HTML, by problem (audited_values.hpp)
  std::vector<SubjectPage> method_pages = {}, problem_pages = {}, paper_pages = {};
  DrawingLibrary drawing = {};
  FormulaLibrary formulas = {};
  std::string version;             // version of the program
  std::string documentation = {};  // relative or absolute address of the documentation; empty: no link
};

/// Writes the site and returns the number of its files. An earlier site in that folder is replaced. Throws like
/// SiteFolder.
std::size_t write_report(const ReportContents& contents, const std::filesystem::path& folder);

}  // namespace plumb
