#pragma once
// Tables of the problems, methods, formulations, metrics, counters and statuses of this build.

#include <string>
#include <string_view>
#include <vector>

#include "text/table.hpp"

namespace plumb {

/// A list of `plumb list`, and a note for the user (empty: none).
struct CatalogueList {
  Table table = {};
  std::string note = {};
};
/// Returns the list "problems", "methods", "formulations", "metrics", "counters", "statuses", "codes", "papers" or
/// "failures". Throws UsageError on another name.
CatalogueList catalogue_list(std::string_view name);

struct NamedItem {
  std::string name, title;
};
/// Returns the names of a kind: "problem", "method", "formulation" or "paper"; none for another kind.
std::vector<NamedItem> catalogue_names(std::string_view kind);
/// Returns the items of a paper, "li2019/table-1", with their files; none if there is no such paper.
std::vector<NamedItem> items_of_paper(const std::string& key);

Table problem_table();
Table method_table();
/// Method files of the program (harness/cell/shipped_methods.hpp).
Table method_file_table();
Table formulation_table();
/// Metrics of outputs and invariants have one row for all of them: "re.OUTPUT", "invariant.NAME".
Table metric_table();
Table counter_table();
Table status_table();

}  // namespace plumb
