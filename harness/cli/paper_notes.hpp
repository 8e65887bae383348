#pragma once
// What is said of papers that are read instead of others of the same key.

#include <string>
#include <vector>

#include "harness/paper/paper.hpp"

namespace plumb {

/// The note of the first of these papers that has one, with the keys of the others that have one: one line for all;
/// empty if none has one.
std::string note_on(const std::vector<Paper>& papers);

}  // namespace plumb
