#pragma once
// The columns of runs: every pair of the tables of observables and reducers, with its name and unit.

#include "harness/run/observable.hpp"

namespace plumb {

/// An observable with a reducer that fits it.
struct MetricPair {
  const ObservableRow* observable;
  const Reducer* reducer;
};
std::vector<MetricPair> metric_pairs();

/// A column of a run.
struct MetricColumn {
  std::string name;  // "end.q.rotation"
  std::string unit;
  const ObservableRow* observable;
  const Reducer* reducer;
  Member member;
  std::size_t place;  // among the members of the observable

  /// Of Seen::deviation: what reads it.
  const RunReading& reading() const;
};

/// Every metric that a run of such a cell may report, row by row.
std::vector<MetricColumn> metric_columns(const Subject& subject);

/// The one of that name; none if there is no such metric.
std::optional<MetricColumn> metric_column(const Subject& subject, std::string_view name);

/// "end.q" of the parts of a name; what a row's `column` says.
std::string metric_name(const ObservableRow& observable, const Reducer& reducer, std::string_view member);

/// SI unit of a metric by its name; "-": dimensionless, "SI": it depends on the constraint, or the metric is not known.
std::string metric_unit(const Subject& subject, std::string_view name);

/// What a result says of a metric, its timing included; none if it is not known.
Metric metric_of(const RunResult& result, std::string_view name);

/// Whether a metric is a time that the machine took.
bool is_timing(std::string_view metric);

/// Names of the classes of components of a cell: q, v, a, with constraints lambda, and where coordinates are of several
/// kinds "q.translation", "q.rotation", "q.angle", ... of each.
std::vector<std::string> component_classes(const Subject& subject);

}  // namespace plumb
