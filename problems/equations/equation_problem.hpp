#pragma once
// Makes a problem from the equations of a file. Its formulations: `ode` without constraints, otherwise one formulation
// per constraint level (index 3, 2, 1, ...).

#include "problems/equations/equation_text.hpp"
#include "problems/problem.hpp"

namespace plumb {

/// Throws std::invalid_argument if the equations have too many operations.
Problem equation_problem(const EquationText& text);

}  // namespace plumb
