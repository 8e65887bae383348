#pragma once
// These notes tell about papers that are read instead of others of the same key.

#include <string>
#include <vector>

#include "harness/paper/paper.hpp"

namespace plumb {

/// Returns the note of the first of these papers that has one, with the keys of the others that have one, as one line.
/// Empty if none has a note.
std::string note_on(const std::vector<Paper>& papers);

/// Sorts the papers by the time that they take, the shortest first. Those that do not say it are last, in their order.
void shortest_first(std::vector<Paper>& papers);

}  // namespace plumb
