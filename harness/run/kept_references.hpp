#pragma once
// Where references are kept from one run of the program to the next.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "reference/reference_cache.hpp"

namespace plumb {

/// The value of an environment variable; null if it is not set.
using Environment = std::function<const char*(const char* name)>;

/// The folder that PLUMB_CACHE names, else plumb in that of XDG_CACHE_HOME, else ~/.cache/plumb, else none; none too
/// where PLUMB_CACHE is "off".
std::optional<std::filesystem::path> reference_folder(const Environment& environment);

/// From now on this process finds references in that folder and keeps there what it computes, up to so many bytes.
void keep_references(std::uintmax_t most_bytes = ReferenceCache::default_most_bytes);

}  // namespace plumb
