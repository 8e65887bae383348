#include "harness/schedule/reference_tasks.hpp"

#include <exception>
#include <iterator>
#include <utility>

#include "harness/run/needed_reference.hpp"
#include "harness/schedule/cost.hpp"

namespace plumb {
namespace {

/// From where an earlier task has taken the motion [s].
Task task_of(const ResolvedCell& cell, double from) {
  const double share_left = 1 - (from - cell.t_begin<double>()) / cell.duration<double>();
  return {.seconds = reference_weight(cell) * share_left,
          .work = [cell](TaskState&) -> Finish {
            try {
              compute_reference(cell);
            } catch (const std::exception&) {  // the cell will meet it too, and its result says so
            }
            return [] { return true; };
          },
          .title = cell.problem().name,
          .is_one_progress = true,
          .progress_begin = from,
          .is_prerequisite = true};
}

}  // namespace

std::optional<std::size_t> ReferenceTasks::need(const ResolvedCell& cell) {
  const auto name = computed_reference(cell);
  if (!name) return {};
  const auto [of_name, is_new] = motions_.try_emplace(*name);
  auto& motion = of_name->second;
  if (is_new) motion.known_to = motion.begun_to = known_reference(cell);
  const auto horizon = cell.t_end<double>();
  if (horizon <= motion.known_to) return {};
  auto known = motion.by_horizon.lower_bound(horizon);
  const bool covered = known != motion.by_horizon.end() && (known->first == horizon || horizon <= motion.begun_to);
  if (covered) return known->second;
  motion.by_horizon.emplace(horizon, references_.size());
  references_.push_back({cell, horizon});
  further_.push_back(&motion);
  return references_.size() - 1;
}

void ReferenceTasks::begin() {
  for (auto* motion : std::exchange(further_, {})) begin(*motion);
}

void ReferenceTasks::begin(Motion& motion) {
  auto next = motion.by_horizon.upper_bound(motion.begun_to);
  for (; next != motion.by_horizon.end(); ++next) {
    auto& reference = references_[next->second];
    std::vector<Pool::TaskId> after;
    if (next != motion.by_horizon.begin()) after.push_back(references_[std::prev(next)->second].task);
    reference.task = pool_.add(task_of(*std::exchange(reference.cell, {}), motion.begun_to), after);
    motion.begun_to = reference.horizon;
  }
}

}  // namespace plumb
