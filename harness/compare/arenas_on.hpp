#pragma once
// Arenas of a comparison, on the default problems or on requested ones.

#include <string>
#include <vector>

#include "harness/compare/arena.hpp"

namespace plumb {

/// Returns the arenas of these problems, or the default ones if none is named. If the comparison need not be quick, the
/// other formulations of every problem with constraints at position level follow. A problem brings the same
/// formulations whatever the other problems are. Throws UsageError.
std::vector<Arena> arenas_on(const std::vector<std::string>& problems, bool quick);

}  // namespace plumb
