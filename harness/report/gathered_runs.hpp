#pragma once
// The runs of one or several stores as a site shows them: one of each cell, their numbers in columns.

#include <cstddef>
#include <limits>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "harness/report/metric_units.hpp"
#include "harness/store/store.hpp"

namespace plumb {

/// A number that runs have, in the order of the runs.
struct NumberColumn {
  std::string name, unit, meaning;
  std::string kind;            // "metric", "counter", "timing", "uncertainty", "wall"
  std::vector<double> values;  // not a number: none
};

/// What is said of a run beside its numbers.
struct GatheredRun {
  Cell cell;
  std::string id, canonical;    // of the cell
  std::string problem, method;  // with the parameters that are not at their defaults
  std::string problem_family;   // the family of the formulation's equations: "index3"; empty: not known
  Status status = Status::ok;
  std::string reason, note, linear_algebra, created;
  double t_reached = 0;
  std::optional<double> reference_until = {};
  std::size_t environment = 0;  // its place among them
  std::size_t row = 0;          // its place in the columns
};

/// A method or problem as runs name it.
struct NamedSubject {
  std::string name, title, family;
  int order = 0;      // 0: not known
  bool known = true;  // of the catalogue, or a file that is there
};

class GatheredRuns {
 public:
  /// Of two runs of a cell the newer one counts.
  void add(const StoredRun& run);
  /// Sorts what was added, so that neither the order of stores nor that of runs shows.
  void end();

  const std::vector<GatheredRun>& runs() const { return runs_; }
  /// Metrics, counters, timing, and what is not known of metrics since their references have few digits; only those
  /// that some run has.
  const std::vector<NumberColumn>& columns() const { return columns_; }
  const NumberColumn* column(const std::string& name) const;
  /// Builds and machines, without date and load.
  const std::vector<Json>& environments() const { return environments_; }
  const std::map<std::string, NamedSubject>& methods() const { return methods_; }
  const std::map<std::string, NamedSubject>& problems() const { return problems_; }
  /// Runs of the same cells that are older.
  std::size_t superseded() const { return superseded_; }
  /// What is not known of a metric of a run, by its origin ("rounding", "reference"); 0 and what is not finite: none.
  void add_wall(const std::string& origin, const std::string& metric, std::size_t row, double value);
  /// A result as it was, of its status, metrics and what is not known of these.
  RunResult result(const GatheredRun& run) const;

 private:
  std::size_t environment_of(const RunResult& result);
  void describe(GatheredRun& run, const StoredRun& stored);
  void set(const std::string& kind, const std::string& name, std::size_t row, std::optional<double> value);
  void set_numbers(const RunResult& result, std::size_t row);
  void name_units();

  std::vector<GatheredRun> runs_;
  std::unordered_map<std::string, std::size_t> by_cell_;  // canonical cell: place
  std::vector<NumberColumn> columns_;
  std::unordered_map<std::string, std::size_t> by_column_;  // kind and name
  std::vector<Json> environments_;
  std::unordered_map<std::string, std::size_t> by_environment_;
  std::map<std::string, NamedSubject> methods_, problems_;
  std::unordered_map<std::string, std::string> short_names_, families_;  // by full text
  MetricUnits units_;
  std::size_t superseded_ = 0;
};

}  // namespace plumb
