#pragma once
// Runs as JSON and as rows of tables. A run has the same JSON and CSV, whether it was just measured or comes from a
// store.

#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "harness/cell/cells.hpp"
#include "harness/run/metric_units.hpp"
#include "harness/store/store.hpp"
#include "text/table.hpp"

namespace plumb {

/// Returns the object of run_json, with "created" if the run comes from a store.
Json run_object(const StoredRun& run);

/// Returns the JSON object of the run in one line, with a newline.
std::string run_line(const StoredRun& run);

/// Returns all columns that a RunTable of these cells may have. The table itself may have fewer.
std::vector<Column> possible_columns(const Cells& cells);

/// A table with one row for each run. Its columns are the settings, metrics, counters, timing and environment
/// (compiler, flags, commit, processor, libm) of the JSON object. The column "uncertainty.METRIC" has the uncertainty
/// of a metric if its reference has few digits. Final states are only in the JSON. Columns have units: "-" means
/// dimensionless, "SI" that the unit differs between runs or constraints.
class RunTable {
 public:
  void add(const StoredRun& run);
  /// Returns the table of the added runs, which determine its columns. Has stopping points.
  Table table() const;

 private:
  struct Value {
    std::size_t name;  // index of the column's name in `names_`
    Json value;
  };
  std::vector<std::vector<Value>> rows_;
  std::unordered_map<std::string, std::size_t> names_;  // index of each column name
  MetricUnits units_;
  std::set<std::string> uncertain_;  // names of metrics that have an uncertainty
};

}  // namespace plumb
