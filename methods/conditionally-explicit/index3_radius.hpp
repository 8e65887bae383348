#pragma once
// What decides whether a member of the family can serve index 3, for those who do not need the rest of its theory.

#include "contract/parameters.hpp"

namespace plumb {

/// `index3_radius` (theory.hpp) of the method with m derivatives, 2 to 4; else throws std::invalid_argument.
double family_index3_radius(int derivatives, const Parameters& parameters);

}  // namespace plumb
