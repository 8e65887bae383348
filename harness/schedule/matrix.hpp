#pragma once
// A matrix is many cells. They run in parallel, are stored as they end, and never run twice by the same build.

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/cell/cells.hpp"
#include "harness/run/sampled_states.hpp"
#include "harness/schedule/cell_service.hpp"

namespace plumb {

struct MatrixOptions {
  int jobs = 1;
  std::optional<double> cell_timeout = {};  // s, wall clock of one cell: status `timeout`. Its reference
                                            // is not its own and does not count, however many share it
  // The timeout of all cells [s]. Those that have not run stay without a result.
  std::optional<double> global_timeout = {};
  Store* store = nullptr;                                 // results are taken from it and committed to it
  std::function<void(const std::string&)> progress = {};  // one line each time; none: silent
  double progress_interval = 10;                          // s, between two lines
  SteadyClock::time_point begin = SteadyClock::now();     // of the global timeout
  std::function<bool()> interrupted = {};                 // as of PoolOptions
  /// Receives every result with the index of its cell, in the order of the cells, as soon as it and all before it are
  /// there, one call at a time. Cells that did not run are left out. Results are then not in the outcome, and those
  /// that wait for others are not in memory. After a stop, most results that are in the store are left there.
  std::function<void(std::size_t, const RunResult&)> finished = {};
  /// Receives the index and the result, without errors, of a cell that has run before its reference is there;
  /// `finished` receives it again with errors. None: cells wait for their references. Samples are kept meanwhile, if
  /// memory allows.
  std::function<void(std::size_t, const RunResult&)> early = {};
  /// Receives every cell that ran with its sampled states, one call at a time. Nothing is then taken from the store.
  std::function<void(const ResolvedCell&, const RunResult&, const SampledStates&)> trajectory = {};
  IsolationOptions isolation = {};                                  // for cells in processes of their own
  std::function<SteadyClock::time_point()> now = SteadyClock::now;  // as of PoolOptions

  PoolOptions pool() const {
    return {.jobs = jobs,
            .task_timeout = cell_timeout,
            .global_timeout = global_timeout,
            .progress = progress,
            .progress_interval = progress_interval,
            .memory = static_cast<double>(usable_memory()),
            .begin = begin,
            .interrupted = interrupted,
            .now = now};
  }
};

struct MatrixOutcome {
  // The results stand in the order of the cells. None: the cell did not run, or `finished` had its result.
  std::vector<std::optional<RunResult>> results;
  int from_store = 0;                           // different cells that were in the store
  int from_others = 0;                          // cells that other processes have run meanwhile, in the same store
  std::size_t left_in_store = 0;                // results that `finished` did not receive after a stop
  bool interrupted = false, timed_out = false;  // somebody asked for the end, or the global timeout came
};

/// Begins the cells in their order. A cell that occurs several times runs once. When an interruption or the
/// global timeout comes, what has ended is in the outcome and in the store; cells that were running are not stored. A
/// cell that another process runs in the same store is waited for. A cell that runs in a process of its own
/// (isolation.hpp) and crashes, hangs or takes too much memory ends with its own status. Results do not depend on the
/// number of jobs. Throws StoreError; what was committed before stays.
MatrixOutcome run_matrix(const Cells& cells, const MatrixOptions& options);

/// Says what is done with cells that were in the store, if they are many.
struct StoredCells {
  int most = 0;  // `finished` receives the results of so many
  // If there are more, this is called in place of `finished`, and none of them is read.
  std::function<void(std::size_t, Status)> ended_as;
};

/// Does the same; `options.finished` has to be set.
MatrixOutcome run_matrix(const Cells& cells, const MatrixOptions& options, const StoredCells& stored);

}  // namespace plumb
