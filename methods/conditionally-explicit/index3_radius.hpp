#pragma once
// The spectral radius that decides whether a member of the conditionally explicit family is usable on index 3, for code
// that does not need the rest of theory.hpp.

#include "contract/parameters.hpp"

namespace plumb {

/// Returns `index3_radius` (theory.hpp) of the method with m = 2 to 4 derivatives; otherwise throws
/// std::invalid_argument.
double family_index3_radius(int derivatives, const Parameters& parameters);

}  // namespace plumb
