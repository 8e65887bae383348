#pragma once
// Runs have one column for every pair of an observable and a reducer that fit, with its name and unit.

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
  std::size_t place;  // index among the members of the observable

  /// Returns what reads this column. The column has to be one of Seen::deviation.
  const RunReading& reading() const;
};

/// Returns every metric that a run of such a cell may report, row by row of the table.
std::vector<MetricColumn> metric_columns(const Subject& subject);

/// Returns the column of that name, or none if there is no such metric.
std::optional<MetricColumn> metric_column(const Subject& subject, std::string_view name);

/// Puts a name like "end.q" together from its parts, as the row's `column` says.
std::string metric_name(const ObservableRow& observable, const Reducer& reducer, std::string_view member);

/// Returns the SI unit of a metric by its name. "-" means dimensionless; "SI" means that the unit depends on the
/// constraint, or that the metric is not known.
std::string metric_unit(const Subject& subject, std::string_view name);

/// Returns what a result says of a metric, timing included; none if it is not known.
Metric metric_of(const RunResult& result, std::string_view name);

/// Tells whether a metric is a time that the machine took.
bool is_timing(std::string_view metric);

/// Returns the names of the classes of components of a cell: q, v, a, and with constraints lambda. If coordinates are
/// of several kinds, "q.translation", "q.rotation", "q.angle", ... of each class follow.
std::vector<std::string> component_classes(const Subject& subject);

}  // namespace plumb
