#pragma once
// Writes JSON for files that people read and compare line by line.

#include "text/json.hpp"

namespace plumb {

/// Returns the data as text. Each entry is a line, indented by two blanks for each level; an object or array without
/// inner objects or arrays is one line. The text ends in a line break.
std::string json_lines(const Json& json);

}  // namespace plumb
