#pragma once
// JSON for files that people read and compare line by line.

#include "text/json.hpp"

namespace plumb {

/// The text of these data: each entry is a line, indented by two blanks for each level; a container without inner
/// containers is one line. The text ends in a line break.
std::string json_lines(const Json& json);

}  // namespace plumb
