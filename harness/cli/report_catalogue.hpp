#pragma once
// The catalogue's part of a site: a page for each method and each problem, and their lists.

#include "harness/report/report.hpp"

namespace plumb {

/// To a site whose runs are complete. Obeys stopping points.
void add_catalogue(ReportContents& contents);

}  // namespace plumb
