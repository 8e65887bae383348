#pragma once
// The verb `report`: a folder of static pages about runs of stores, the catalogue, and papers.

#include <cstddef>
#include <string>
#include <vector>

#include "harness/api/work.hpp"
#include "harness/report/order_series.hpp"

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

}  // namespace plumb
