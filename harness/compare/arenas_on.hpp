#pragma once
// Arenas of a comparison, on the default problems or on requested ones.

#include <string>
#include <vector>

#include "harness/compare/arena.hpp"

namespace plumb {

/// Returns the arenas of these problems, or the default arenas if no problem is named. Unless the comparison is quick,
/// the other formulations of every problem with constraints at position level follow. The formulations of a problem do
/// not depend on the other problems. Throws UsageError.
std::vector<Arena> arenas_on(const std::vector<std::string>& problems, bool quick);

}  // namespace plumb
