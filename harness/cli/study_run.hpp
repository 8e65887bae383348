#pragma once
// The options of `plumb run`, and the study that they describe.

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
  std::vector<std::string> columns;  // names or patterns of columns; none: the default columns of the format
  bool json = false, progress = false, estimate = false, stored_rows = false;
};

/// Returns the cells of the options, or of a shard of them. Throws UsageError.
NotedCells chosen_cells(const RunOptions& options);

/// Runs the cells of the options, prints results when they end, and prints the table. With --estimate it prints only
/// the estimate. Throws UsageError. If a chosen column does not exist, it throws after it has printed the whole table.
Exit run_study(const RunOptions& options);

}  // namespace plumb
