#pragma once
// Many cells: run in parallel, kept in the store as they end, never run twice by the same build.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/run/run_cell.hpp"
#include "harness/store/store.hpp"

namespace plumb {

struct MatrixOptions {
  int jobs = 1;
  std::optional<double> cell_timeout = {};                // s, wall clock of one cell: status `timeout`
  std::optional<double> global_timeout = {};              // s, of all: cells that have not run stay without a result
  Store* store = nullptr;                                 // results are taken from it and committed to it
  std::function<void(const std::string&)> progress = {};  // one line each time; none: silent
  double progress_interval = 10;                          // s, between two lines
  /// Given every cell that ran with its sampled states, one call at a time; nothing is then taken from the store.
  std::function<void(const ResolvedCell&, const RunResult&, const Trajectory&)> trajectory = {};
};

struct MatrixOutcome {
  std::vector<std::optional<RunResult>> results;  // in the order of the cells; none: did not run
  int from_store = 0;                             // different cells that were in the store
  bool interrupted = false, timed_out = false;    // Ctrl-C, global timeout
};

/// Runs the cells, the costly ones first, each once even if it occurs several times. What has ended when Ctrl-C or the
/// global timeout comes is in the outcome and in the store; cells that were running are not stored.
/// Results do not depend on the number of jobs. Throws StoreError; what was committed before stays.
MatrixOutcome run_matrix(const std::vector<ResolvedCell>& cells, const MatrixOptions& options);

}  // namespace plumb
