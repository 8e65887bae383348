#pragma once
// Selection of papers by "", "KEY" or "KEY/ITEM".

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

}  // namespace plumb
