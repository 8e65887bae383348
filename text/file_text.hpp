#pragma once
// Reads whole files given by the user.

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace plumb {

/// Returns the contents of a regular file of at most 16 MiB. `wanted` describes the expected file, for example "an
/// experiment file (TOML)". Throws UsageError with the actual type of the path (a directory, a device, a pipe), or with
/// the reason for which it cannot be read.
std::string file_text(const std::filesystem::path& path, std::string_view requested);

/// Returns the text of a file that is referenced by its path in another file.
using FileText = std::function<std::string(const std::string& path)>;

/// Returns whether a text looks like XML.
bool is_xml(std::string_view text);

/// Returns the reason for which the last system call failed (errno as text).
std::string last_error();

}  // namespace plumb
