#include "harness/schedule/reference_tasks.hpp"

#include <utility>

#include "harness/run/needed_reference.hpp"
#include "harness/schedule/cost.hpp"

namespace plumb {
namespace {

Task task_of(std::shared_ptr<const ResolvedCell> cell) {
  return {.seconds = expected_reference_seconds(*cell),
          .work = [cell](TaskState&) -> Finish {
            compute_reference(*cell);
            return [] { return true; };
          },
          .title = cell->problem().name,
          .is_one_progress = true,
          .is_prerequisite = true};
}

}  // namespace

void ReferenceTasks::need(const ResolvedCell& cell) {
  const auto motion = computed_reference(cell);
  if (!motion) return;
  auto& needed = needed_[*motion];
  const auto horizon = cell.t_end<double>();
  if (horizon <= needed.horizon) return;
  needed = {std::make_shared<const ResolvedCell>(cell), horizon};
}

std::vector<Task> ReferenceTasks::take() {
  std::vector<Task> out;
  for (auto& [motion, needed] : needed_)
    if (auto cell = std::exchange(needed.cell, nullptr)) out.push_back(task_of(std::move(cell)));
  return out;
}

}  // namespace plumb
