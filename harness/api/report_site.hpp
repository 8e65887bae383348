#pragma once
// The verb `report`: a folder of static pages about runs of stores, the catalogue, and papers.

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "harness/api/conduct.hpp"
#include "harness/report/order_series.hpp"
#include "harness/report/paper_pages.hpp"
#include "harness/report/report.hpp"
#include "methods/method.hpp"
#include "problems/problem.hpp"

namespace plumb {

/// Files and folders, each of which may be missing. Without stores, the pages are about the catalogue.
struct SiteRequest {
  std::vector<std::string> stores = {};
  std::string before = {};                            // an earlier store, for a page of the changes since
  std::string out = {};                               // folder of the site
  std::string plotly = {}, katex = {};                // plotly.js; folder of KaTeX; empty: of the system
  std::string papers = {}, figures = {};              // output of `reproduce --json`; folder of `reproduce --out`
  std::string audits = {}, compare = {}, check = {};  // outputs of `reference audit`, `compare`, `check` (--json)
  std::string documentation = {};                     // address of the documentation
  std::vector<std::string> kept = {};                 // folders of motions
  std::vector<std::string> history = {};              // outputs of `history --json`
  OrderLimits orders = {};
};

/// Numbers of written files, cells and damaged rows.
struct WrittenSite {
  std::size_t files = 0, cells = 0, damaged = 0;
  PiecesEnding ending = {};
};

/// Collects the contents and writes the site. Throws UsageError and StoreError.
WrittenSite report_site(const SiteRequest& request, const Conduct& conduct);

/// Adds the catalogue to a site: a page for each method and each problem, and lists of them. `contents` must already
/// contain all runs. Has stopping points.
void add_catalogue(ReportContents& contents);

/// Returns the page of the method.
SubjectPage method_page(const Method& method);
/// Returns the page of the problem. `audited` is HTML about published values of the problem; empty: none. `moves` is
/// the run whose animation the page shows; null: none.
SubjectPage problem_page(const Problem& problem, const std::string& audited, const GatheredRun* moves);

/// Adds trajectories and animations that `plumb run --trajectory` and `--animate` wrote to a folder; `contents` must
/// already contain all runs. If the folder has a trajectory ID.h5, the page of the run with this id shows coordinates,
/// energy and constraint violations over time. If it has ID.svg, the page shows the animation. Throws UsageError if the
/// folder does not exist, or if a file belongs to another run or is of another kind. Has stopping points.
void add_saved_runs(const std::filesystem::path& folder, ReportContents& contents);

}  // namespace plumb
