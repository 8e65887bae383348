#pragma once
// Warnings about papers: a paper in the user's folders hides a built-in paper with the same key (Paper::note).

#include <string>
#include <vector>

#include "harness/paper/paper.hpp"

namespace plumb {

/// Returns one line with the first warning of these papers, and the keys of the other papers that have a warning. Empty
/// if no paper has one.
std::string note_on(const std::vector<Paper>& papers);

/// Sorts the papers by the run time in their paper files, the shortest first. Papers without a run time come last, in
/// their old order.
void shortest_first(std::vector<Paper>& papers);

}  // namespace plumb
