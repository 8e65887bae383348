#pragma once
// What is said of papers that are read instead of others of the same key.

#include <string>
#include <vector>

#include "harness/paper/paper.hpp"

namespace plumb {

/// The note of the first of these papers that has one, with the keys of the others that have one: one line for all;
/// empty if none has one.
std::string note_on(const std::vector<Paper>& papers);

/// The papers by the time that they take, the shortest first; those that do not say it are the last, in their order.
void shortest_first(std::vector<Paper>& papers);

/// How long these papers take in this order: "li2019 0.4 min, zhang2022 5 min, ...", with the sum; empty unless there
/// are several.
std::string waits_of(const std::vector<Paper>& papers);

}  // namespace plumb
