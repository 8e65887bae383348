#pragma once
// Reads whole files that users name.

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace plumb {

/// The contents of a regular file of at most 16 MiB. `wanted` says what is expected, for example "an experiment file
/// (TOML)". Throws UsageError that says what the path is instead (a directory, a device, a pipe), or why it cannot be
/// read.
std::string file_text(const std::filesystem::path& path, std::string_view wanted);

/// Returns the text of a file that another file names by its path.
using FileText = std::function<std::string(const std::string& path)>;

/// Returns whether a text is meant to be XML.
bool is_xml(std::string_view text);

/// Says why the last system call that failed did so.
std::string last_error();

}  // namespace plumb
