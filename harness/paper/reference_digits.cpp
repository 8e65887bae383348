#include "harness/paper/reference_digits.hpp"

#include <stdexcept>

#include "harness/judge/motion_of_cell.hpp"
#include "harness/schedule/cost.hpp"

namespace plumb {
namespace {

/// Returns a task that calls `make` for a cell. If there is no reference, the task ends normally.
template <class Make>
Task task_for_others(const ResolvedCell& cell, double seconds, Make make) {
  return {.seconds = seconds,
          .work = [cell, make](TaskState&) -> Finish {
            try {
              make(cell);
            } catch (const std::invalid_argument&) {  // the reader of the property reports this error
            }
            return [] { return true; };
          },
          .title = cell.problem().name,
          .is_prerequisite = true};
}

}  // namespace

NeededTask motion_task(const ResolvedCell& cell) {
  return {.task = task_for_others(cell, reference_weight(cell), [](const auto& of) { motion_of(of); }),
          .name = "motion " + motion_name(cell)};
}

NeededTask digits_task(const ResolvedCell& cell) {
  return {.task = task_for_others(cell, 2 * reference_weight(cell), [](const auto& of) { horizon_of(of); }),
          .name = "certified " + motion_name(cell)};
}

}  // namespace plumb
