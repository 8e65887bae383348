#pragma once
// Notes on papers of the user that override papers of the program with the same key.

#include <string>
#include <vector>

#include "harness/paper/paper.hpp"

namespace plumb {

/// Returns one line with the first note of these papers, and the keys of the other papers with notes. Empty if no paper
/// has a note.
std::string note_on(const std::vector<Paper>& papers);

/// Sorts the papers by the run time in their paper files, the shortest first. Papers without a run time come last, in
/// their old order.
void shortest_first(std::vector<Paper>& papers);

}  // namespace plumb
