#pragma once
// The engine does the work of all verbs. A verb describes its work as goals: each is a function that returns the work
// that is still missing. The engine runs this work on several cores, stores each result as it ends, and calls the
// functions again until nothing is missing. No other code constructs a pool.

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "harness/schedule/cell_service.hpp"
#include "harness/schedule/pool.hpp"

namespace plumb {

/// A run of a cell that a goal needs. The functions are called one at a time, never from a task of the pool.
struct NeededRun {
  ResolvedCell cell;
  std::function<void(const RunResult&)> ended = {};  // receives the result, from the store or from a run
  SampleSink sample = {};  // receives the samples in the thread of the run; the cell then runs even if it is stored
  // Receives the result without errors if the run ended before its reference is computed; none: the run waits for it.
  std::function<void(const RunResult&)> early = {};
  std::function<void()> elsewhere = {};  // called if this process waits for another process that runs the cell
  // Only with `sample`: runs of equal names run once for all goals, with the functions of the first of them. Empty: the
  // samples are received for this goal alone.
  std::string name = {};
};

/// A task that a goal needs, for example the analysis of a method.
struct NeededTask {
  Task task;
  std::string name = {};  // tasks of equal names run once for all goals; empty: this task runs for its goal alone
};

/// Work that must end before a goal can continue.
struct Missing {
  std::vector<NeededRun> runs = {};
  std::vector<NeededTask> tasks = {};
  std::vector<ResolvedCell> references = {};  // cells whose references must be computed before the goal continues

  /// Estimate of the work that the goal will need after this work. It only affects the progress lines.
  struct Later {
    std::ptrdiff_t tasks = 0;
    double seconds = 0;
  };
  Later later = {};

  bool empty() const { return runs.empty() && tasks.empty() && references.empty(); }
};

/// A goal of a verb: results that are complete when nothing is missing.
struct Goal {
  /// Returns the missing work; nothing if the goal is reached. The engine calls this function when all work that it
  /// returned before has ended, and never two of these functions at once. The function may check for stop requests.
  std::function<Missing()> missing;
  /// If true, `missing` is called after the end of each piece of work, after `early` and after `elsewhere`. It returns
  /// only additional work. The goal is reached when it returns nothing and all earlier work has ended.
  bool is_asked_after_each = false;
};

/// Returns a goal that is reached when these tasks have ended.
Goal goal_of(std::vector<Task> tasks);

struct EngineOptions {
  PoolOptions pool;
  Store* store = nullptr;           // store from which results are loaded and to which they are committed; null: none
  CellResults* kept = nullptr;      // receives all results; null: goals keep the results that they need
  IsolationOptions isolation = {};  // settings of cells in separate processes
};

struct EngineOutcome : PoolOutcome {
  std::size_t ran = 0;          // number of runs that this process executed
  std::size_t from_store = 0;   // number of results that were in the store or in `kept`
  std::size_t from_others = 0;  // number of results that other processes stored meanwhile
};

/// Does the work of all goals. A cell that several goals need runs once. Returns when all goals are reached, or when an
/// interruption or the global timeout has stopped the work; results that ended before are then in the store. Throws
/// StoreError and the exceptions of goals and tasks, after it has stopped the other work.
EngineOutcome reach(const std::vector<Goal>& goals, const EngineOptions& options);

}  // namespace plumb
