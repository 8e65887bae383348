#pragma once
// Selection of papers by "", "KEY" or "KEY/ITEM", their order, and warnings about them: a paper in the user's folders
// hides a built-in paper with the same key (Paper::note).

#include <string>
#include <vector>

#include "harness/paper/claims.hpp"
#include "harness/paper/figure.hpp"
#include "harness/paper/paper.hpp"
#include "harness/paper/table.hpp"

namespace plumb {

/// The selected part of a paper.
struct PaperSelection {
  std::vector<TableSpec> tables;
  std::vector<FigureSpec> figures;
  std::vector<Claim> claims;
};

/// Returns the keys of the papers that `wanted` selects. An empty text selects all papers.
std::vector<std::string> requested_papers(const std::string& selection);
/// Returns the item of "KEY/ITEM", such as "table-1". Empty: the whole paper.
std::string requested_item(const std::string& selection);
/// Returns the item of the paper, or all items if `item` is empty. Throws UsageError if the paper has no such item.
PaperSelection selected(const Paper& paper, const std::string& item);

/// Returns one line with the first warning of these papers, and the keys of the other papers that have a warning. Empty
/// if no paper has one.
std::string note_on(const std::vector<Paper>& papers);

/// Sorts the papers by the run time in their paper files, the shortest first. Papers without a run time come last, in
/// their old order.
void shortest_first(std::vector<Paper>& papers);

}  // namespace plumb
