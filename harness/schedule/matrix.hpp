#pragma once
// Many cells: run in parallel, kept in the store as they end, never run twice by the same build.

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/cell/cells.hpp"
#include "harness/run/run_cell.hpp"
#include "harness/schedule/pool.hpp"
#include "harness/store/store.hpp"

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
  /// Given every result with the place of its cell, in the order of the cells, as soon as it and all before it are
  /// there, one call at a time; the cells that did not run are left out. Results are then not in the outcome, and what is
  /// in the store is not kept in memory either.
  std::function<void(std::size_t, const RunResult&)> finished = {};
  /// Given every cell that ran with its sampled states, one call at a time; nothing is then taken from the store.
  std::function<void(const ResolvedCell&, const RunResult&, const Trajectory&)> trajectory = {};

  PoolOptions pool() const {
    return {.jobs = jobs,
            .task_timeout = cell_timeout,
            .global_timeout = global_timeout,
            .progress = progress,
            .progress_interval = progress_interval,
            .begin = begin};
  }
};

struct MatrixOutcome {
  std::vector<std::optional<RunResult>> results;  // in the order of the cells; none: did not run, or `finished` had it
  int from_store = 0;                             // different cells that were in the store
  bool interrupted = false, timed_out = false;    // Ctrl-C, global timeout
};

/// A cell as a task of a pool. `done` is given its result, unless it was interrupted; the cell has to outlive it. What is not of its making
/// (memory, an exception) ends as a result too.
Task cell_task(const ResolvedCell& cell, SampleSink sink, std::function<void(const RunResult&)> done);

/// Whether such a run may end otherwise another day: after a timeout, a crash, or without memory.
bool depends_on_the_machine(Status status);

/// What this build has in the store of a cell, unless that depends on the machine.
std::optional<RunResult> stored_result(const Store& store, const ResolvedCell& cell);
/// Whether it has that, by the cell's id.
bool is_stored(const Store& store, const std::string& cell_id);

/// Runs the cells, the costly ones first, each once even if it occurs several times. What has ended when Ctrl-C or the
/// global timeout comes is in the outcome and in the store; cells that were running are not stored.
/// Results do not depend on the number of jobs. Throws StoreError; what was committed before stays.
MatrixOutcome run_matrix(const Cells& cells, const MatrixOptions& options);

}  // namespace plumb
