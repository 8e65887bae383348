#pragma once
// The arenas of a comparison (arena.hpp: problems, each in one formulation), on the default problems or on requested
// ones.

#include <string>
#include <vector>

#include "harness/compare/arena.hpp"

namespace plumb {

/// Returns the arenas of these problems, or the default arenas if no problem is named. Unless the comparison is quick,
/// appends arenas for the other formulations of each problem with constraints at position level. Throws UsageError.
std::vector<Arena> arenas_on(const std::vector<std::string>& problems, bool quick);

}  // namespace plumb
