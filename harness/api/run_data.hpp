#pragma once
// Runs are data: a run has one JSON and one CSV, whether it was just measured or is kept in a store.

#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "harness/run/metric_units.hpp"
#include "harness/store/store.hpp"
#include "text/table.hpp"

namespace plumb {

/// Returns the object of run_json, with "created" if the run comes from a store.
Json run_object(const StoredRun& run);

/// Returns the same in one line, with its end.
std::string run_line(const StoredRun& run);

/// A table with one row for each run, of the numbers and words of its object. Settings, metrics, counters and timing
/// are columns by their names. Of the environment there are compiler, flags, commit, processor and libm. The
/// uncertainty of a metric whose reference has few digits is "uncertainty.METRIC". States at the end are only in the
/// JSON. Columns have units: "-" means dimensionless, "SI" a unit that the runs or their constraints do not share.
class RunTable {
 public:
  void add(const StoredRun& run);
  /// Returns the table of the runs that were added. They determine its columns. Has stopping points.
  Table table() const;

 private:
  struct Value {
    std::size_t name;  // its place among the names
    Json value;
  };
  std::vector<std::vector<Value>> rows_;
  std::unordered_map<std::string, std::size_t> names_;  // those that any row has, with their places
  MetricUnits units_;
  std::set<std::string> uncertain_;  // metrics that have an uncertainty
};

}  // namespace plumb
