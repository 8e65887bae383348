#include "harness/cell/formulated_problem.hpp"

#include <fmt/format.h>

#include "harness/cell/resolve.hpp"
#include "text/mistakes.hpp"
#include "text/selector.hpp"

namespace plumb {

FormulatedProblem formulated_problem(const std::string& selector, const std::string& formulation) {
  const auto specs = expand(selector);
  if (specs.size() != 1) throw wrong_kind("problem: '{}' stands for {} problems; give one", selector, specs.size());
  const auto& problem = problem_named(specs.front().name);
  const auto& form = formulation.empty() ? problem.formulations.front() : formulation_named(problem, formulation);
  try {
    Parameters data(problem.parameters, specs.front().parameters);
    problem.check(data);
    return {problem, std::move(data), form};
  } catch (const std::invalid_argument& e) {
    throw UsageError(fmt::format("{}: {}", problem.name, e.what()));
  }
}

}  // namespace plumb
