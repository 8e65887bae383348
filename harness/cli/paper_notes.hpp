#pragma once
// Notes on papers that override others of the same key.

#include <string>
#include <vector>

#include "harness/paper/paper.hpp"

namespace plumb {

/// Returns one line with the first note of these papers, and the keys of the other papers with notes. Empty if no paper
/// has a note.
std::string note_on(const std::vector<Paper>& papers);

/// Sorts the papers by their run time, the shortest first. Papers without a run time are last, in their order.
void shortest_first(std::vector<Paper>& papers);

}  // namespace plumb
