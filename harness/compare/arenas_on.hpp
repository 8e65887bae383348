#pragma once
// Where a comparison takes place: by default, or on the problems that were asked for.

#include <string>
#include <vector>

#include "harness/compare/arena.hpp"

namespace plumb {

/// The arenas of these problems, of the default ones without any. Behind them stand, unless it is to be quick, the
/// other formulations of every problem that has constraints at position level: each problem brings the same, whichever
/// others are there. Throws UsageError.
std::vector<Arena> arenas_on(const std::vector<std::string>& problems, bool quick);

}  // namespace plumb
