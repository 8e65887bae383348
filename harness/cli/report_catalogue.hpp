#pragma once
// The catalogue's part of a site: a page for each method and each problem, and their lists.

#include "harness/report/report.hpp"
#include "methods/method.hpp"
#include "problems/problem.hpp"

namespace plumb {

/// To a site whose runs are complete. Obeys stopping points.
void add_catalogue(ReportContents& contents);

/// Everything that the catalogue knows of one of them.
SubjectPage method_page(const Method& method);
/// `audited`: what becomes of its published values, as HTML; empty: nothing is known.
SubjectPage problem_page(const Problem& problem, const std::string& audited);

}  // namespace plumb
