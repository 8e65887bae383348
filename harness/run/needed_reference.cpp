#include "harness/run/needed_reference.hpp"

#include <stdexcept>

#include "contract/stop.hpp"
#include "reference/solution.hpp"

namespace plumb {
std::optional<std::string> computed_reference(const ResolvedCell& cell) {
  if (!cell.asks_errors() || !needs_computed_motion(cell.problem(), cell.data())) return {};
  const auto& problem = cell.problem();
  return with_parameters(problem.name, physical_data(problem, cell.data()).canonical());
}

bool leaves_out_errors(const ResolvedCell& cell) {
  return !cell.asks_errors() && needs_computed_motion(cell.problem(), cell.data());
}

double known_reference(const ResolvedCell& cell) try {
  return static_cast<double>(solution(cell.problem(), cell.data())->known_until());
} catch (const std::exception&) {  // who computes it will meet it too, and the result of the cell says so
  return 0;
}

void compute_reference(const ResolvedCell& cell) try {
  const auto known = solution(cell.problem(), cell.data());
  const auto end = cell.t_end<quad>();
  while (!known->advance(end)) stopping_point();
} catch (const std::invalid_argument&) {  // the comparison will meet it too, and say so
}

}  // namespace plumb
