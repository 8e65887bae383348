#pragma once
// A problem with its data, in one of its formulations.

#include <string>

#include "problems/problem.hpp"

namespace plumb {

/// Problem and formulation live as long as the program.
struct FormulatedProblem {
  const Problem& problem;
  Parameters data;  // complete set of parameters, checked together
  const Formulation& formulation;
};

/// Returns the problem and formulation of "pendulum(rate=2)" or "@mine.toml" and the name of a formulation; without a
/// name, the problem's first one. Throws UsageError, also if `selector` names several problems.
FormulatedProblem formulated_problem(const std::string& selector, const std::string& formulation = {});

}  // namespace plumb
