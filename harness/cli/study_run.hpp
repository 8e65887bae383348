#pragma once
// The options of `plumb run`, and the execution of the cells that they select.

#include <optional>
#include <string>
#include <vector>

#include "harness/api/conduct.hpp"
#include "harness/cli/axes.hpp"
#include "harness/cli/common_options.hpp"
#include "text/exit_codes.hpp"

namespace plumb {

struct RunOptions {
  StudyOrAxes cells;
  std::string store, trajectory, animation, format = "text";
  int jobs = all_cores();
  std::optional<double> cell_timeout, total_timeout;
  IsolationOptions isolation;
  std::string shard;                 // "I/N": only part I of N parts of the study; empty: all cells
  std::vector<std::string> columns;  // names or patterns of columns; none: the default columns of the format
  bool json = false, progress = false, estimate = false, stored_rows = false;
};

/// Runs the cells of the options, and prints the results: in JSON each at once, otherwise a table at the end. With
/// --estimate, prints only the estimate. Throws UsageError. If a chosen column is missing in the table, prints the
/// table with all columns before it throws.
Exit run_study(const RunOptions& options);

}  // namespace plumb
