#pragma once

#include <string_view>

namespace plumb {

/// A file that is part of the program (cmake/PlumbEmbed.cmake).
struct EmbeddedFile {
  std::string_view path;  // path below the embedded folder: "four-link/mechanism.toml"
  std::string_view text;
};

}  // namespace plumb
