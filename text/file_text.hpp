#pragma once
// Files that users name, read whole.

#include <filesystem>
#include <string>
#include <string_view>

namespace plumb {

/// The contents of a regular file of at most 16 MiB. `wanted` is what should have been given, "an experiment file
/// (TOML)". Throws UsageError: what the path is instead (a directory, a device, a pipe), or why it cannot be read.
std::string file_text(const std::filesystem::path& path, std::string_view wanted);

/// Why the last call of the system failed that has.
std::string last_error();

}  // namespace plumb
