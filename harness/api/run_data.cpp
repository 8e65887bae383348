#include "harness/api/run_data.hpp"

#include <optional>
#include <utility>

#include "contract/stop.hpp"
#include "harness/cell/resolve.hpp"
#include "harness/cell/setting.hpp"
#include "harness/run/metric_column.hpp"
#include "text/exit_codes.hpp"

namespace plumb {
namespace {

/// Returns the unit of a column that is not a metric; "" if it holds words.
std::string unit_of(const std::string& key) {
  for (const auto& setting : settings())
    if (setting.name == key) return std::string(setting.unit);
  static const std::map<std::string, std::string> others = {
      {"step", "s"},          {"t_reached", "s"},   {"reference_until", "s"}, {"seconds", "s"},
      {"seconds_least", "s"}, {"seconds_low", "s"}, {"seconds_high", "s"},    {"nanoseconds_per_step", "ns"},
      {"repeats", "-"},       {"noise", "-"},       {"unwatched_steps", "-"}};
  if (const auto known = others.find(key); known != others.end()) return known->second;
  bool counts = false;
  const Counters counters;
  for_each_counter(counters, [&](const char* name, const auto&) { counts = counts || key == name; });
  return counts ? "-" : "";
}

/// Returns the entry of a value. An empty text, like null, becomes a missing entry.
Entry entry_of(const Json& value) { return value == "" ? Entry() : Entry::of(value); }

constexpr const char* environment_columns[] = {"compiler", "flags", "commit", "cpu", "libm", "fingerprint"};

constexpr std::string_view uncertainty_of = "uncertainty.";  // prefix of the column of a metric's uncertainty

/// Calls see(name, value) for every value of a run's JSON object that belongs to its row, in order. `see` may move from
/// the values.
template <class Visitor>
void visit_row(Json object, const Visitor& visitor) {
  for (auto& [key, value] : object.get_ref<Json::object_t&>()) {
    if (key == "final") continue;
    if (key == "reference_uncertainty")
      for (auto& [name, number] : value.template get_ref<Json::object_t&>())
        visitor(std::string(uncertainty_of) + name, number);
    else if (key == "environment")
      for (const char* name : environment_columns) {
        auto found = value.value(name, Json(nullptr));
        visitor(name, found);
      }
    else if (value.is_object())
      for (auto& [name, of_object] : value.template get_ref<Json::object_t&>()) visitor(name, of_object);
    else
      visitor(key, value);
  }
}

/// Returns the columns of a table of runs with these metrics (with their units), of which `uncertain` have a column of
/// uncertainty.
std::vector<Column> columns(const std::map<std::string, std::string>& metrics, const std::set<std::string>& uncertain) {
  StoredRun any;
  any.cell.step = any.cell.t_end = "1";
  any.result.note = any.result.linear_algebra = any.created = "said";
  any.result.reference_until = 0;
  any.result.timing.unwatched_steps = 0;
  for (const auto& [name, unit] : metrics) any.result.metrics[name] = 0;
  for (const auto& name : uncertain) any.result.reference_uncertainty[name] = 0;
  std::vector<Column> out;
  visit_row(run_object(any), [&](const std::string& key, const Json&) {
    const auto metric = metrics.find(key.starts_with(uncertainty_of) ? key.substr(uncertainty_of.size()) : key);
    const auto unit = metric == metrics.end() ? unit_of(key) : metric->second;
    out.push_back({key, unit.empty() ? Align::left : Align::right, unit});
  });
  return out;
}

}  // namespace

Json run_object(const StoredRun& run) {
  Json out = run_json(run.cell, run.result);
  if (!run.created.empty()) out["created"] = run.created;
  return out;
}

std::string run_line(const StoredRun& run) {
  return run_object(run).dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::vector<Column> possible_columns(const Cells& cells) {
  std::map<std::string, std::string> metrics;
  std::set<std::string> uncertain;
  std::set<std::pair<const Formulation*, std::string>> visited;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (!visited.emplace(&cells[i].formulation(), cells[i].data().canonical()).second) continue;
    for (const auto& column : metric_columns(Subject(cells[i]))) {
      if (is_timing(column.name)) continue;  // listed with the timing
      metrics.emplace(column.name, column.unit);
      const auto compares = [&](const char* reducer) { return column.name.starts_with(reducer); };
      if (compares("end.") || compares("re.") || compares("rms.")) uncertain.insert(column.name);
    }
  }
  return columns(metrics, uncertain);
}

void RunTable::add(const StoredRun& run) {
  units_.add(run.cell, run.result);
  auto& row = rows_.emplace_back();
  visit_row(run_object(run), [&](const std::string& name, Json& value) {
    row.push_back({names_.try_emplace(name, names_.size()).first->second, std::move(value)});
  });
  for (const auto& [name, number] : run.result.reference_uncertainty) uncertain_.insert(name);
}

Table RunTable::table() const {
  Table out{.columns = columns(units_.units(), uncertain_), .rows = {}};
  std::vector<std::optional<std::size_t>> places(names_.size());  // column of each name
  for (std::size_t position = 0; position < out.columns.size(); ++position)
    if (const auto name = names_.find(out.columns[position].header); name != names_.end())
      places[name->second] = position;
  for (const auto& values : rows_) {
    stopping_point();
    auto& row = out.rows.emplace_back(out.columns.size());
    for (const auto& [name, value] : values)
      if (const auto& at = places[name]) row[*at] = entry_of(value);
  }
  return out;
}

}  // namespace plumb
