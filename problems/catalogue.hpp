#pragma once
// The list of problems, which is the only one.

#include "problems/problem.hpp"

namespace plumb {

/// Every problem Plumb knows, in the order of listings.
const std::vector<Problem>& problems();

/// The problem of this name, for names that are written in the source. Throws std::out_of_range if there is none.
const Problem& catalogued_problem(std::string_view name);

}  // namespace plumb
