#include "harness/paper/reference_digits.hpp"

#include <stdexcept>

#include "harness/judge/motion_of_cell.hpp"
#include "harness/schedule/cost.hpp"

namespace plumb {
namespace {

/// Returns a task that calls `make` for a cell and ignores that there may be no reference.
template <class Make>
Task task_for_others(const ResolvedCell& cell, double seconds, Make make) {
  return {.seconds = seconds,
          .work = [cell, make](TaskState&) -> Finish {
            try {
              make(cell);
            } catch (const std::invalid_argument&) {  // the task that needs the reference reports the same error
            }
            return [] { return true; };
          },
          .title = cell.problem().name,
          .is_prerequisite = true};
}

}  // namespace

Pool::TaskId motion_task(Pool& pool, const ResolvedCell& cell) {
  return pool.add_once("motion " + motion_name(cell),
                       task_for_others(cell, reference_weight(cell), [](const auto& of) { motion_of(of); }));
}

Pool::TaskId digits_task(Pool& pool, const ResolvedCell& cell) {
  return pool.add_once("certified " + motion_name(cell),
                       task_for_others(cell, 2 * reference_weight(cell), [](const auto& of) { horizon_of(of); }));
}

}  // namespace plumb
