#include "harness/schedule/reference_tasks.hpp"

#include <exception>
#include <iterator>
#include <utility>

#include "contract/stop.hpp"
#include "harness/run/needed_reference.hpp"
#include "harness/schedule/cost.hpp"

namespace plumb {
namespace {

/// Returns the task that computes the motion for `cell`. An earlier task has computed it up to the time `from` [s].
Task task_of(const ResolvedCell& cell, double from, ReferenceTasks::Order order,
             const std::shared_ptr<std::atomic<bool>>& gave_up) {
  const double share_left = 1 - (from - cell.t_begin<double>()) / cell.duration<double>();
  return {.seconds = reference_weight(cell) * share_left,
          .work = [cell, gave_up](TaskState&) -> Finish {
            try {
              compute_reference(cell);
            } catch (const Stopped& stopped) {
              if (stopped.why != Status::timeout) throw;
              *gave_up = true;
            } catch (const std::exception&) {  // the cell fails in the same way, and its result contains the error
            }
            return [] { return true; };
          },
          .title = cell.problem().name,
          // A quick reference is computed in several refinements, each with a separate progress range.
          .is_one_progress = motion_request(cell).kind == ReferenceKind::certified,
          .progress_begin = from,
          .is_prerequisite = order == ReferenceTasks::Order::first,
          .comes_last = order == ReferenceTasks::Order::last,
          .has_timeout = true};
}

}  // namespace

std::optional<std::size_t> ReferenceTasks::need(const ResolvedCell& cell) {
  const auto name = computed_reference(cell);
  if (!name) return {};
  const auto [of_name, is_new] = motions_.try_emplace(*name);
  auto& motion = of_name->second;
  if (is_new) motion.cached_until = motion.requested_until = known_reference(cell);
  const auto horizon = cell.t_end<double>();
  if (horizon <= motion.cached_until) return {};
  auto known = motion.by_horizon.lower_bound(horizon);
  const bool covered =
      known != motion.by_horizon.end() && (known->first == horizon || horizon <= motion.requested_until);
  if (covered) return known->second;
  motion.by_horizon.emplace(horizon, references_.size());
  references_.push_back({.cell = cell, .horizon = horizon});
  further_.push_back(&motion);
  return references_.size() - 1;
}

void ReferenceTasks::begin(Order order) {
  for (auto* motion : std::exchange(further_, {})) begin(*motion, order);
}

void ReferenceTasks::begin(Motion& motion, Order order) {
  auto next = motion.by_horizon.upper_bound(motion.requested_until);
  for (; next != motion.by_horizon.end(); ++next) {
    auto& reference = references_[next->second];
    std::vector<Pool::TaskId> after;
    if (next != motion.by_horizon.begin()) after.push_back(references_[std::prev(next)->second].task);
    const auto cell = *std::exchange(reference.cell, {});
    reference.task = pool_.add(task_of(cell, motion.requested_until, order, reference.gave_up), after);
    motion.requested_until = reference.horizon;
  }
}

}  // namespace plumb
