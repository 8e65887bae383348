#pragma once
// Runs as data: the one JSON and the one CSV of a run, whether it was just measured or is kept in a store.

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "harness/report/metric_units.hpp"
#include "harness/store/store.hpp"
#include "text/long_table.hpp"

namespace plumb {

/// The object of run_json, and "created" if the run comes from a store.
Json run_object(const StoredRun& run);

/// The same in one line, with its end.
std::string run_line(const StoredRun& run);

/// Names and values, in their order.
using NamedEntries = std::vector<std::pair<std::string, Json>>;

/// One row a run with the numbers and words of its object: settings, metrics, counters and timing are columns by their
/// names, of the environment the compiler, flags, commit, processor and libm; what is not known of a metric since its
/// reference has few digits is "uncertainty.METRIC". States at the end are left to the JSON.
/// Columns have units: "-" is dimensionless, "SI" one that the runs or their constraints do not share.
class RunTable {
 public:
  void add(const StoredRun& run);
  /// Of the runs that were added, by which its columns are known; this has to outlive it.
  LongTable table() const;

 private:
  std::vector<NamedEntries> rows_;
  MetricUnits units_;
  std::set<std::string> uncertain_;  // metrics
};

}  // namespace plumb
