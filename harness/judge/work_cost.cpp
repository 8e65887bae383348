#include "harness/judge/work_cost.hpp"

#include <algorithm>
#include <cmath>

namespace plumb {
namespace {

double unknowns(const ResolvedCell& cell, const AnySystem<double>& system) {
  const auto sizes = system.sizes();
  const int levels = is_stabilised(cell.formulation().form) ? 2 : 1;
  return sizes.v + levels * sizes.lambda;
}

/// The cost of a factorisation and of a solution, relative to a real system of one stage.
struct OverOneStage {
  double factorization = 1, solution = 1;
};

/// Returns the cost of stages solved as one matrix, or, in the basis of eigenvectors, as blocks of the size of one
/// stage. Each complex pair of eigenvalues is one block, whose products cost four real products. If the number of
/// stages is odd, there is a real block, too.
OverOneStage over_one_stage(double stages, bool in_eigenvectors) {
  if (!in_eigenvectors) return {stages * stages * stages, stages * stages};
  const auto count = std::llround(stages);
  const double pairs = static_cast<double>(count / 2), singles = static_cast<double>(count % 2);
  const double mean = (4 * pairs + singles) / (pairs + singles);
  return {mean, mean};
}

// Returns the number of stages solved together: residuals per iteration. The residual test evaluates each residual once
// more than there are iterations; these evaluations are subtracted.
double stages_together(const ResolvedCell& cell, const Counters& c) {
  const auto iterations = c.newton_iterations.value_or(0), residuals = c.residual_evaluations.value_or(0);
  const auto uncounted = cell.text().newton_test == "residual" ? c.stages.value_or(0) : 0;
  return iterations == 0 ? 1
                         : std::max(1., static_cast<double>(residuals - uncounted) / static_cast<double>(iterations));
}

}  // namespace

std::int64_t evaluations(const Counters& counters) {
  return std::max(counters.residual_evaluations.value_or(0), counters.rhs_evaluations.value_or(0));
}

std::optional<double> work_cost(const ResolvedCell& cell, const RunResult& run) {
  const auto& c = run.counters;
  if (!c.jacobian_evaluations || !c.factorizations || !c.linear_solves) return {};
  const auto system = cell.problem().in_double.system(cell.data(), cell.formulation());
  const bool is_transformed = cell.options().is("newton", "transformed") || !system.offers_blocks();
  const auto over = over_one_stage(stages_together(cell, c), is_transformed);
  const double of_factorization = run.linear_algebra == "dense" ? unknowns(cell, system) / 18 : 1;
  return static_cast<double>(evaluations(c)) + 1.5 * static_cast<double>(*c.jacobian_evaluations) +
         over.factorization * of_factorization * static_cast<double>(*c.factorizations) +
         over.solution / 6 * static_cast<double>(*c.linear_solves);
}

}  // namespace plumb
