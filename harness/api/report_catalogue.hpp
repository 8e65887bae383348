#pragma once
// Adds the catalogue to a site of `plumb report`: a page for each method and each problem, and lists of them.

#include "harness/report/report.hpp"
#include "methods/method.hpp"
#include "problems/problem.hpp"

namespace plumb {

/// Adds the pages. `contents` must already contain all runs. Has stopping points.
void add_catalogue(ReportContents& contents);

/// Returns the page of the method.
SubjectPage method_page(const Method& method);
/// Returns the page of the problem. `audited` is HTML about published values of the problem; empty: none. `moves` is
/// the run whose animation the page shows; null: none.
SubjectPage problem_page(const Problem& problem, const std::string& audited, const GatheredRun* moves);

}  // namespace plumb
