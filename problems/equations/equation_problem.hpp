#pragma once
// Equations of a file as a problem: those without constraints as they are (`ode`), others imposed at every level.

#include "problems/equations/equation_text.hpp"
#include "problems/hidden_variation.hpp"
#include "problems/problem.hpp"

namespace plumb {

/// Throws std::invalid_argument if the equations have too many operations.
Problem equation_problem(const EquationText& text);

/// Returns what may hide between samples of a problem's equations, at times from its beginning; nothing for a problem
/// whose equations are no formulas of a file. One thread at a time may call the result.
HiddenVariation hidden_variation(const Problem& problem, const Parameters& parameters);

}  // namespace plumb
