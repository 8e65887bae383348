#include "harness/paper/work_cost.hpp"

#include <algorithm>

namespace plumb {
namespace {

double unknowns(const ResolvedCell& cell) {
  const auto sizes = cell.problem().in_double.system(cell.data(), cell.formulation()).sizes();
  const int levels = is_stabilised(cell.formulation().form) ? 2 : 1;
  return sizes.v + levels * sizes.lambda;
}

double stages_together(const Counters& c) {
  const auto iterations = c.newton_iterations.value_or(0), residuals = c.residual_evaluations.value_or(0);
  return iterations == 0 ? 1 : std::max(1., static_cast<double>(residuals) / static_cast<double>(iterations));
}

}  // namespace

std::int64_t evaluations(const Counters& counters) {
  return std::max(counters.residual_evaluations.value_or(0), counters.rhs_evaluations.value_or(0));
}

std::optional<double> work_cost(const ResolvedCell& cell, const RunResult& run) {
  const auto& c = run.counters;
  if (!c.jacobian_evaluations || !c.factorizations || !c.linear_solves) return {};
  const double r = stages_together(c);
  const double of_factorization = run.linear_algebra == "dense" ? unknowns(cell) / 18 : 1;
  return static_cast<double>(evaluations(c)) + 1.5 * static_cast<double>(*c.jacobian_evaluations) +
         r * r * r * of_factorization * static_cast<double>(*c.factorizations) +
         r * r / 6 * static_cast<double>(*c.linear_solves);
}

}  // namespace plumb
