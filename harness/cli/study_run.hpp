#pragma once
// `plumb run` was asked for these options, and makes a study of them.

#include <optional>
#include <string>
#include <vector>

#include "harness/cli/axes.hpp"
#include "harness/cli/common_options.hpp"
#include "harness/schedule/matrix.hpp"
#include "text/exit_codes.hpp"

namespace plumb {

struct RunOptions {
  StudyOrAxes cells;
  std::string store, trajectory, animation, format = "text";
  int jobs = all_cores();
  std::optional<double> cell_timeout, total_timeout;
  IsolationOptions isolation;
  std::string shard;
  std::vector<std::string> columns;  // names and patterns; none: those of the format
  bool json = false, progress = false, estimate = false, stored_rows = false;
};

/// Returns the cells that are asked for, or those of a shard. Throws UsageError.
NotedCells chosen_cells(const RunOptions& options);

/// Runs the cells of the options, tells their results as they end, and prints their table. If an estimate is asked for,
/// it prints only that. Throws UsageError on what is not allowed. If a chosen column does not exist, it throws after
/// printing all rows in full.
Exit run_study(const RunOptions& options);

}  // namespace plumb
