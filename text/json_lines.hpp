#pragma once
// JSON for files that people read and compare line by line.

#include "text/json.hpp"

namespace plumb {

/// The text of these data: an entry a line, indented by two blanks a level; a container that holds no other is one
/// line. The text ends in a line break.
std::string json_lines(const Json& json);

}  // namespace plumb
