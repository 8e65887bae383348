#pragma once
// A problem with its data, in one of its formulations.

#include <string>

#include "problems/problem.hpp"

namespace plumb {

/// The references stay valid until the program ends.
struct FormulatedProblem {
  const Problem& problem;
  Parameters data;  // complete set of parameters, validated together
  const Formulation& formulation;
};

/// Returns the problem of a selector, "pendulum(rate=2)" or "@mine.toml", with the formulation of this name (empty: the
/// first of the problem). Throws UsageError, also if `selector` names several problems.
FormulatedProblem formulated_problem(const std::string& selector, const std::string& formulation = {});

}  // namespace plumb
