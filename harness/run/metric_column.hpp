#pragma once
// The metrics of a run as columns of a table, with name and unit: each column is a member of an observable (such as a
// component class) and a compatible reducer (such as the maximum).

#include "harness/run/observable.hpp"

namespace plumb {

/// An observable with a compatible reducer.
struct MetricPair {
  const ObservableRow* observable;
  const Reducer* reducer;
};
std::vector<MetricPair> metric_pairs();

/// A metric as a column of a table of runs.
struct MetricColumn {
  std::string name;  // name: "end.q.rotation"
  std::string unit;
  const ObservableRow* observable;
  const Reducer* reducer;
  Member member;
  std::size_t place;  // index among the members of the observable

  /// Returns the function that reads this metric from a run; requires an observable of kind ObservableKind::deviation.
  const RunReading& reading() const;
};

/// Returns all metrics that runs of the subject may have, in the order of the tables of observables and reducers.
std::vector<MetricColumn> metric_columns(const Subject& subject);

/// Returns the column of that name; none if there is no such metric.
std::optional<MetricColumn> metric_column(const Subject& subject, std::string_view name);

/// Returns the name of a metric, such as "end.q", by the pattern in `observable.column`.
std::string metric_name(const ObservableRow& observable, const Reducer& reducer, std::string_view member);

/// Returns the SI unit of a metric. "-" means dimensionless. "SI" means that the unit depends on the constraint, or
/// that the metric does not exist.
std::string metric_unit(const Subject& subject, std::string_view name);

/// Returns the value of a metric in a result, timing included; none if it is missing.
Metric metric_of(const RunResult& result, std::string_view name);

/// Returns whether a metric is a run time.
bool is_timing(std::string_view metric);

/// Returns the names of the classes of components of a cell: q, v, a, and with constraints lambda. If coordinates are
/// of several kinds, "q.translation", "q.rotation", "q.angle", ... of each class follow.
std::vector<std::string> component_classes(const Subject& subject);

}  // namespace plumb
