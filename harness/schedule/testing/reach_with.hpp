#pragma once
// For tests of goals: reaches them with given results, in one thread and without a pool.

#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/schedule/engine.hpp"

namespace plumb::testing_goals {

/// Passes the results, by the ids of their cells, to the goals that need them, and executes their tasks. Throws
/// std::out_of_range if a goal needs a run without a result.
inline void reach_with(const std::vector<Goal>& goals, const CellResults& results) {
  std::set<std::string> executed;
  for (const auto& goal : goals)
    for (auto missing = goal.missing(); !missing.empty(); missing = goal.missing()) {
      for (const auto& run : missing.runs)
        if (run.ended) run.ended(results.at(run.cell.id()));
      for (const auto& [task, name] : missing.tasks) {
        if (!name.empty() && !executed.insert(name).second) continue;
        TaskState state;
        if (const auto finish = task.work(state)) finish();
      }
    }
}

}  // namespace plumb::testing_goals
