#pragma once
// Files of this folder that are part of the program; the build makes their source (problems/CMakeLists.txt).

#include <span>
#include <string_view>

namespace plumb {

struct EmbeddedFile {
  std::string_view path;  // "shipped/four-link.toml"
  std::string_view text;
};

/// The files in the order of their paths.
std::span<const EmbeddedFile> embedded_files();

}  // namespace plumb
