#include "harness/run/metric_column.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace plumb {
namespace {

// A deviation has the reducers of its readings.
bool fits(const ObservableRow& observable, const Reducer& reducer) {
  const auto reads = [&](const RunReading& reading) { return reading.reducer == reducer.name; };
  return observable.kind == reducer.applies_to &&
         (observable.kind != ObservableKind::deviation || std::ranges::any_of(observable.readings, reads));
}

}  // namespace

std::string metric_name(const ObservableRow& observable, const Reducer& reducer, std::string_view member) {
  if (observable.column == "NAME") return std::string(member);
  if (observable.column == "REDUCER") return std::string(reducer.name);
  if (observable.column == "NAME.REDUCER") return fmt::format("{}.{}", member, reducer.name);
  return fmt::format("{}.{}", reducer.name, member);
}

std::vector<MetricPair> metric_pairs() {
  std::vector<MetricPair> out;
  for (const auto& observable : observables())
    for (const auto& reducer : reducers())
      if (fits(observable, reducer)) out.push_back({&observable, &reducer});
  return out;
}

std::vector<MetricColumn> metric_columns(const Subject& subject) {
  std::vector<MetricColumn> out;
  for (const auto& [observable, reducer] : metric_pairs()) {
    std::size_t place = 0;
    for (auto& member : observable->members(subject))
      out.push_back({metric_name(*observable, *reducer, member.name), reducer->dimensionless ? "-" : member.unit,
                     observable, reducer, std::move(member), place++});
  }
  return out;
}

const RunReading& MetricColumn::reading() const {
  return *std::ranges::find(observable->readings, reducer->name, &RunReading::reducer);
}

std::optional<MetricColumn> metric_column(const Subject& subject, std::string_view name) {
  for (auto& column : metric_columns(subject))
    if (column.name == name) return std::move(column);
  return {};
}

std::string metric_unit(const Subject& subject, std::string_view name) {
  const auto column = metric_column(subject, name);
  return column ? column->unit : "SI";
}

Metric metric_of(const RunResult& result, std::string_view name) {
  for (const auto& observable : observables())
    if (observable.timed && observable.name == name) return result.timing.*observable.timed;
  const auto found = result.metrics.find(std::string(name));
  return found == result.metrics.end() ? std::nullopt : found->second;
}

bool is_timing(std::string_view metric) {
  return std::any_of(observables().begin(), observables().end(),
                     [&](const auto& observable) { return observable.timed && observable.name == metric; });
}

std::vector<std::string> component_classes(const Subject& subject) {
  std::vector<std::string> out;
  for (const auto& observable : observables())
    if (observable.is_class)
      for (const auto& member : observable.members(subject)) out.push_back(member.name);
  return out;
}

}  // namespace plumb
