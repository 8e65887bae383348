#pragma once
// The runs of one or several stores for a site: one run per cell, with numbers in columns.

#include <cstddef>
#include <limits>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "harness/run/metric_units.hpp"
#include "harness/store/store.hpp"

namespace plumb {

/// A metric, counter, ... of all runs, in the order of the runs.
struct NumberColumn {
  std::string name, unit, meaning;
  std::string kind;            // "metric", "counter", "cost", "timing", "uncertainty" or "wall" (limit of an error)
  std::vector<double> values;  // value of each run; NaN: none
};

/// All data of a run on a site, except its numbers.
struct GatheredRun {
  Cell cell;
  std::string id, canonical;    // id and canonical text of the cell
  std::string problem, method;  // names with the parameters that differ from their defaults
  std::string problem_family;   // family of the formulation's equations: "index3"; empty: unknown
  Status status = Status::ok;
  std::string reason, note, linear_algebra, created;
  double t_reached = 0;
  std::optional<double> reference_until = {};
  std::size_t environment = 0;  // index in environments()
  std::size_t row = 0;          // index of the run's values in the columns
};

/// A method or problem that runs use, with its parameters.
struct NamedSubject {
  std::string name, title, family;
  std::vector<std::string> outputs = {};  // outputs of a problem, in its order
  int order = 0;                          // order; 0: unknown
  bool known = true;                      // whether it is in the catalogue, or is a file that exists
};

class GatheredRuns {
 public:
  /// Adds a run. If there are several runs of a cell, only the newest is kept.
  void add(const StoredRun& run);
  /// Sorts the data, so that the result depends neither on the order of stores nor on the order of runs.
  void end();

  const std::vector<GatheredRun>& runs() const { return runs_; }
  /// Returns the columns: metrics, counters, cost, timings, uncertainties of metrics due to references with few digits,
  /// and limits. In every column at least one run has a number.
  const std::vector<NumberColumn>& columns() const { return columns_; }
  const NumberColumn* column(const std::string& name) const;
  /// Returns the builds and machines of the runs, without date and load.
  const std::vector<Json>& environments() const { return environments_; }
  const std::map<std::string, NamedSubject>& methods() const { return methods_; }
  const std::map<std::string, NamedSubject>& problems() const { return problems_; }
  /// Returns the number of older runs of the same cells that were left out.
  std::size_t superseded() const { return superseded_; }
  /// Adds the uncertainty of a metric of a run due to `origin` ("rounding" or "reference"), as a column of kind "wall".
  /// Does nothing if the value is 0 or not finite.
  void add_wall(const std::string& origin, const std::string& metric, std::size_t row, double value);
  /// Returns the result of a run, with its status, reason, time reached, metrics, their uncertainties and counters;
  /// other parts of the result are not stored here.
  RunResult result(const GatheredRun& run) const;

 private:
  std::size_t environment_of(const RunResult& result);
  void describe(GatheredRun& run, const StoredRun& stored);
  void set(const std::string& kind, const std::string& name, std::size_t row, std::optional<double> value);
  void set_numbers(const RunResult& result, std::size_t row);
  void set_cost(const StoredRun& stored, std::size_t row);
  void name_units();

  std::vector<GatheredRun> runs_;
  std::unordered_map<std::string, std::size_t> by_cell_;  // index of each run, by canonical cell
  std::vector<NumberColumn> columns_;
  std::unordered_map<std::string, std::size_t> by_column_;  // index of each column, by kind and name
  std::vector<Json> environments_;
  std::unordered_map<std::string, std::size_t> by_environment_;
  std::map<std::string, NamedSubject> methods_, problems_;
  std::unordered_map<std::string, std::string> short_names_, families_;  // short names and families, by full name
  MetricUnits units_;
  std::size_t superseded_ = 0;
};

}  // namespace plumb
