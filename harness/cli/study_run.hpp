#pragma once
// What `plumb run` was asked for, and the study that it makes of it.

#include <optional>
#include <string>
#include <vector>

#include "harness/cli/axes.hpp"
#include "harness/cli/common_options.hpp"
#include "harness/schedule/matrix.hpp"
#include "text/exit_codes.hpp"

namespace plumb {

struct RunOptions {
  Axes axes;
  std::string experiment, store, trajectory, animation, format = "text";
  int jobs = all_cores();
  std::optional<double> cell_timeout, total_timeout;
  IsolationOptions isolation;
  std::string shard;
  std::vector<std::string> columns;  // names and patterns; none: those of the format
  bool json = false, progress = false, estimate = false, stored_rows = false;
};

/// The cells that are asked for; of a shard those of its part. Throws UsageError.
NotedCells chosen_cells(const RunOptions& options);

/// Runs the cells of the options, tells their results as they end and prints their table; with an estimate asked for,
/// that alone. Throws UsageError on what is not allowed; of columns that no row has, after the rows have been
/// printed in full.
Exit run_study(const RunOptions& options);

}  // namespace plumb
