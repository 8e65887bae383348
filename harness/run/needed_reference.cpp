#include "harness/run/needed_reference.hpp"

#include <stdexcept>

#include "contract/stop.hpp"

namespace plumb {
namespace {

bool needs_computed_motion(const ResolvedCell& cell) {
  return needs_computed_motion(cell.problem(), cell.data(), motion_request(cell).kind);
}

}  // namespace

MotionRequest motion_request(const ResolvedCell& cell) {
  const bool is_quick = cell.text().reference == ReferenceChoice::quick;
  return {is_quick ? ReferenceKind::quick : ReferenceKind::certified, cell.t_end<quad>()};
}

std::shared_ptr<const Solution> reference_of(const ResolvedCell& cell) {
  return solution(cell.problem(), cell.data(), motion_request(cell));
}

std::optional<std::string> computed_reference(const ResolvedCell& cell) {
  if (!is_compared(cell) || !needs_computed_motion(cell)) return {};
  const auto& problem = cell.problem();
  return with_parameters(problem.name, physical_data(problem, cell.data()).canonical()) +
         name_of(problem, motion_request(cell));
}

bool is_compared(const ResolvedCell& cell) {
  return cell.text().reference != ReferenceChoice::none || !needs_computed_motion(cell);
}

double known_reference(const ResolvedCell& cell) try {
  return static_cast<double>(reference_of(cell)->known_until());
} catch (const std::exception&) {  // the computation of the reference will report the error
  return 0;
}

void compute_reference(const ResolvedCell& cell) try {
  const auto known = reference_of(cell);
  const auto end = cell.t_end<quad>();
  while (!known->advance(end)) stopping_point();
} catch (const std::invalid_argument&) {  // the comparison will report the error
}

}  // namespace plumb
