#pragma once

#include "problems/problem.hpp"

namespace plumb {

/// All problems of this build, in the order of listings.
const std::vector<Problem>& problems();

/// The names of the problems that this build leaves out; empty if it contains all.
const std::vector<std::string>& omitted_problems();

/// A message: how to build the problems and commands that this build leaves out.
inline constexpr std::string_view how_to_add_problems =
    "run cmake --preset release and build again, or wait for scripts/reproduce";

/// The problem of this name, for names in the source. Throws std::out_of_range if there is none.
const Problem& catalogued_problem(std::string_view name);

}  // namespace plumb
