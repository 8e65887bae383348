#pragma once
// Many cells: run in parallel, kept in the store as they end, never run twice by the same build.

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
  std::optional<double> cell_timeout = {};                // s, wall clock of one cell: status `timeout`. Its reference
                                                          // is not its own and does not count, however many share it
  std::optional<double> global_timeout = {};              // s, of all: cells that have not run stay without a result
  Store* store = nullptr;                                 // results are taken from it and committed to it
  std::function<void(const std::string&)> progress = {};  // one line each time; none: silent
  double progress_interval = 10;                          // s, between two lines
  std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();  // of the global timeout
  std::function<bool()> interrupted = {};                                          // as of PoolOptions
  /// Given every result with the place of its cell, in the order of the cells, as soon as it and all before it are
  /// there, one call at a time; the cells that did not run are left out. Results are then not in the outcome, and those
  /// that wait for others are not in memory. After a stop most of those that are in the store are left there.
  std::function<void(std::size_t, const RunResult&)> finished = {};
  /// Given the place and result of a cell that has run while its reference is not there yet, without errors; `finished`
  /// has it again with them. None: cells wait for their references. Samples are kept meanwhile, as memory allows.
  std::function<void(std::size_t, const RunResult&)> early = {};
  /// Given every cell that ran with its sampled states, one call at a time; nothing is then taken from the store.
  std::function<void(const ResolvedCell&, const RunResult&, const SampledStates&)> trajectory = {};
  IsolationOptions isolation = {};  // of cells in processes of their own

  PoolOptions pool() const {
    return {.jobs = jobs,
            .task_timeout = cell_timeout,
            .global_timeout = global_timeout,
            .progress = progress,
            .progress_interval = progress_interval,
            .memory = static_cast<double>(usable_memory()),
            .begin = begin,
            .interrupted = interrupted};
  }
};

struct MatrixOutcome {
  std::vector<std::optional<RunResult>> results;  // in the order of the cells; none: did not run, or `finished` had it
  int from_store = 0;                             // different cells that were in the store
  int from_others = 0;                            // that other processes have run meanwhile, in the same store
  std::size_t left_in_store = 0;                  // results that `finished` was not given, after a stop
  bool interrupted = false, timed_out = false;    // somebody asked for it, or the global timeout
};

/// Runs the cells, the costly ones first, each once even if it occurs several times. What has ended when an
/// interruption or the global timeout comes is in the outcome and in the store; cells that were running are not stored.
/// What another process runs in the same store is waited for. A cell that crashes, hangs or takes too much memory ends
/// with its own status where it runs in a process of its own (isolation.hpp).
/// Results do not depend on the number of jobs. Throws StoreError; what was committed before stays.
/// A cell is there only while it is looked at or runs.
MatrixOutcome run_matrix(const Cells& cells, const MatrixOptions& options);

/// What becomes of cells that were in the store, where these are many.
struct StoredCells {
  int most = 0;                                       // whose results `finished` is given
  std::function<void(std::size_t, Status)> ended_as;  // in its place, if there are more: none of them is read then
};

/// The same; `options.finished` has to be there.
MatrixOutcome run_matrix(const Cells& cells, const MatrixOptions& options, const StoredCells& stored);

}  // namespace plumb
