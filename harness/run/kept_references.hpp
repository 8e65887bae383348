#pragma once
// Computed references are stored in a folder, so that later runs of the program load them.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "reference/reference_cache.hpp"

namespace plumb {

/// Returns the value of an environment variable, or null if it is not set.
using Environment = std::function<const char*(const char* name)>;

/// Returns the folder that PLUMB_CACHE names; else `plumb` in the folder of XDG_CACHE_HOME; else ~/.cache/plumb. There
/// is none if no variable names one, or if PLUMB_CACHE is "off".
std::optional<std::filesystem::path> reference_folder(const Environment& environment);

/// From this call on, the process loads references from `reference_folder` and stores new references there. The folder
/// is limited to `most_bytes`.
void keep_references(std::uintmax_t most_bytes = ReferenceCache::default_most_bytes);

}  // namespace plumb
