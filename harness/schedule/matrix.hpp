#pragma once
// A matrix is a list of cells, each of which is one run of a method on a problem. They run in parallel and are stored
// as they end. The same build never runs a cell twice.

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/cell/cells.hpp"
#include "harness/run/sampled_states.hpp"
#include "harness/schedule/engine.hpp"

namespace plumb {

struct MatrixOptions {
  int jobs = 1;
  std::optional<double> cell_timeout = {};  // timeout of one cell [s, wall clock]. The time
                                            // of its reference does not count, since cells share it
  // Timeout of all cells together [s]. Cells that have not run by then have no result.
  std::optional<double> global_timeout = {};
  Store* store = nullptr;  // store from which results are loaded and to which they are committed; null: none
  std::function<void(const std::string&)> progress = {};  // receives progress, one line each time; none: silent
  double progress_interval = 10;                          // interval between two progress lines [s]
  SteadyClock::time_point begin = SteadyClock::now();     // begin of the global timeout
  std::function<bool()> interrupted = {};                 // as in PoolOptions
  /// Receives each result with the index of its cell, in the order of the cells and one call at a time, as soon as this
  /// result and all earlier results exist. Cells that did not run are skipped. If set, the outcome contains no results,
  /// and results that wait for earlier ones are not in memory. After a stop, most of the stored results are not loaded.
  std::function<void(std::size_t, const RunResult&)> finished = {};
  /// Receives the index and the result, without errors, of a cell that has run before its reference is computed.
  /// `finished` receives it again with errors. None: cells wait for their references. Otherwise the samples are kept
  /// for the comparison, if there is enough memory.
  std::function<void(std::size_t, const RunResult&)> early = {};
  /// Receives every finished cell with its sampled states, one call at a time. If set, no result is loaded from the
  /// store.
  std::function<void(const ResolvedCell&, const RunResult&, const SampledStates&)> trajectory = {};
  IsolationOptions isolation = {};                                  // settings of cells in separate processes
  std::function<SteadyClock::time_point()> now = SteadyClock::now;  // as in PoolOptions

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
  // In the order of the cells. None: the cell did not run, or `finished` received its result.
  std::vector<std::optional<RunResult>> results;
  int from_store = 0;                           // number of distinct cells loaded from the store
  int from_others = 0;                          // number of cells that other processes ran meanwhile in the same store
  std::size_t left_in_store = 0;                // number of results that `finished` did not receive after a stop
  bool interrupted = false, timed_out = false;  // stopped by request; stopped by the global timeout
};

/// Runs the cells in their order. A cell that occurs several times runs once. After an interruption or the global
/// timeout, finished cells are in the outcome and in the store, and running cells are dropped. If another process runs
/// a cell in the same store, its result is awaited. If a cell in a separate process (isolation.hpp) crashes, hangs or
/// takes too much memory, only that cell ends, with its status. Results do not depend on the number of jobs. Throws
/// StoreError; results committed before remain stored.
MatrixOutcome run_matrix(const Cells& cells, const MatrixOptions& options);

/// Treatment of cells that are already in the store, if there are many.
struct StoredCells {
  int most = 0;  // maximum number of stored results that are read and passed to `finished`
  // If more results are stored, none of them is read. This function receives their indices and statuses instead.
  std::function<void(std::size_t, Status)> ended_as;
};

/// Runs a list of cells as above, but treats stored cells as `stored` defines. Precondition: `options.finished` is set.
MatrixOutcome run_matrix(const Cells& cells, const MatrixOptions& options, const StoredCells& stored);

}  // namespace plumb
