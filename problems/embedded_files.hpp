#pragma once

#include <span>

#include "text/embedded_file.hpp"

namespace plumb {

/// The files of problems/mechanisms that are part of the program, in the order of their paths. The build makes their
/// source (problems/CMakeLists.txt).
std::span<const EmbeddedFile> embedded_files();

}  // namespace plumb
