#pragma once

#include <span>

#include "text/embedded_file.hpp"

namespace plumb {

/// The mechanisms, data and lists of keys in problems/ that are compiled into the program, in the order of their paths. The build
/// generates the source with their contents (problems/CMakeLists.txt).
std::span<const EmbeddedFile> embedded_files();

}  // namespace plumb
