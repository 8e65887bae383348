#include "harness/run/runner.hpp"

namespace plumb {

Counters total(const Counters& system, const Counters& method, std::int64_t steps) {
  const auto sum = [](const Counters::Count& a, const Counters::Count& b) -> Counters::Count {
    if (!a || !b) return {};
    return *a + *b;
  };
  return {.steps = steps,
          .stages = method.stages,
          .newton_iterations = method.newton_iterations,
          .residual_evaluations = method.residual_evaluations,
          .rhs_evaluations = sum(system.rhs_evaluations, method.rhs_evaluations),
          .jacobian_evaluations = sum(system.jacobian_evaluations, method.jacobian_evaluations),
          .factorizations = sum(system.factorizations, method.factorizations),
          .linear_solves = sum(system.linear_solves, method.linear_solves),
          .newton_failures = method.newton_failures,
          .rejected_steps = method.rejected_steps};
}

}  // namespace plumb
