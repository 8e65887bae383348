#pragma once
// Equations of a file as a problem: `ode` if there are no constraints, otherwise one form per constraint level.

#include "problems/equations/equation_text.hpp"
#include "problems/problem.hpp"

namespace plumb {

/// Throws std::invalid_argument if the equations have too many operations.
Problem equation_problem(const EquationText& text);

}  // namespace plumb
