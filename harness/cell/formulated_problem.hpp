#pragma once
// A problem with its data, in one of its formulations.

#include <string>

#include "problems/problem.hpp"

namespace plumb {

/// Problem and formulation live as long as the program.
struct FormulatedProblem {
  const Problem& problem;
  Parameters data;  // complete and checked together
  const Formulation& formulation;
};

/// What "pendulum(rate=2)" or "@mine.toml" and the name of a formulation stand for; without a name it is the problem's
/// first. Throws UsageError, also where `selector` names several problems.
FormulatedProblem formulated_problem(const std::string& selector, const std::string& formulation = {});

}  // namespace plumb
