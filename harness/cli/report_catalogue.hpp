#pragma once
// The catalogue's part of a site has a page for each method and each problem, and lists of them.

#include "harness/report/report.hpp"
#include "methods/method.hpp"
#include "problems/problem.hpp"

namespace plumb {

/// Adds the catalogue to a site whose runs are complete. Has stopping points.
void add_catalogue(ReportContents& contents);

/// Returns the page of the method.
SubjectPage method_page(const Method& method);
/// `audited` is the HTML with the published values of the problem, or empty. `moves` is the run whose animation is
/// shown on its page, or null.
SubjectPage problem_page(const Problem& problem, const std::string& audited, const GatheredRun* moves);

}  // namespace plumb
