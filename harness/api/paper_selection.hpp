#pragma once
// What of the papers is asked for: "", "KEY" or "KEY/ITEM".

#include <string>
#include <vector>

#include "harness/paper/claims.hpp"
#include "harness/paper/figure.hpp"
#include "harness/paper/paper.hpp"
#include "harness/paper/table.hpp"

namespace plumb {

/// What of a paper is asked for.
struct PaperSelection {
  std::vector<TableSpec> tables;
  std::vector<FigureSpec> figures;
  std::vector<Claim> claims;
};

/// The keys of the papers; of nothing all of them.
std::vector<std::string> papers_asked(const std::string& wanted);
/// "table-1" of "KEY/table-1"; empty: all of it.
std::string item_asked(const std::string& wanted);
/// Throws UsageError where the paper has no such item.
PaperSelection selected(const Paper& paper, const std::string& item);

}  // namespace plumb
