#pragma once
// The number that decides whether a member of the family serves index 3, for users who do not need the rest of its
// theory.

#include "contract/parameters.hpp"

namespace plumb {

/// Returns `index3_radius` (theory.hpp) of the method with m = 2 to 4 derivatives; otherwise throws
/// std::invalid_argument.
double family_index3_radius(int derivatives, const Parameters& parameters);

}  // namespace plumb
