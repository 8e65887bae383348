#pragma once
// The list of problems: the only one.

#include "problems/problem.hpp"

namespace plumb {

/// Every problem Plumb knows, in the order of listings.
const std::vector<Problem>& problems();

}  // namespace plumb
