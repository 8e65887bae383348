#include "harness/cli/run_data.hpp"

#include <map>
#include <optional>

#include "harness/cell/resolve.hpp"
#include "harness/cell/setting.hpp"
#include "harness/run/metric_column.hpp"
#include "harness/text/exit_codes.hpp"

namespace plumb {
namespace {

/// None of a problem, formulation or data that this build does not know.
std::optional<Subject> subject_of(const Cell& cell) {
  try {
    const auto& problem = problem_named(cell.problem);
    const auto& formulation = formulation_named(problem, cell.formulation);
    const auto data = parameters_from_text(problem.parameters, cell.problem_parameters, cell.problem);
    return Subject(problem, formulation, data);
  } catch (const UsageError&) {
    return {};
  }
}

/// The unit of every metric of the runs; "SI" where they do not share one.
std::map<std::string, std::string> units(const std::vector<StoredRun>& runs) {
  std::map<std::string, std::string> out;
  std::map<std::string, std::optional<Subject>> subjects;
  for (const auto& run : runs) {
    const auto key = with_parameters(run.cell.problem, run.cell.problem_parameters) + run.cell.formulation;
    const auto at = subjects.find(key);
    const auto& subject = at != subjects.end() ? at->second : subjects.emplace(key, subject_of(run.cell)).first->second;
    for (const auto& [name, value] : run.result.metrics) {
      const auto unit = subject ? metric_unit(*subject, name) : "SI";
      const auto [known, is_new] = out.emplace(name, unit);
      if (!is_new && known->second != unit) known->second = "SI";
    }
  }
  return out;
}

/// The unit of a column that is no metric; "" if it holds words.
std::string unit_of(const std::string& key) {
  for (const auto& setting : settings())
    if (setting.name == key) return std::string(setting.unit);
  static const std::map<std::string, std::string> others = {
      {"step", "s"}, {"t_reached", "s"}, {"seconds", "s"}, {"nanoseconds_per_step", "ns"}, {"repeats", "-"}};
  if (const auto known = others.find(key); known != others.end()) return known->second;
  bool counts = false;
  const Counters counters;
  for_each_counter(counters, [&](const char* name, const auto&) { counts = counts || key == name; });
  return counts ? "-" : "";
}

Entry entry(const Json& value) {
  if (value.is_number_integer()) return Entry::count(value.get<std::int64_t>());
  if (value.is_number()) return Entry::number(value.get<double>());
  const bool says_something = value.is_string() && !value.get_ref<const std::string&>().empty();
  return says_something ? Entry(value.get<std::string>()) : Entry();
}

constexpr const char* surroundings[] = {"compiler", "flags", "commit", "cpu", "fingerprint"};

/// What of a run's object stands in a row: its numbers and words, in its order.
Json flat(const Json& object) {
  Json out = Json::object();
  for (const auto& [key, value] : object.items()) {
    if (key == "final") continue;
    if (key == "environment")
      for (const char* name : surroundings) out[name] = value.value(name, Json(nullptr));
    else if (value.is_object())
      out.update(value);
    else
      out[key] = value;
  }
  return out;
}

/// All that any of the runs may have.
std::vector<Column> columns(const std::map<std::string, std::string>& metrics) {
  StoredRun any;
  any.cell.step = any.cell.t_end = "1";
  any.result.note = any.result.linear_algebra = any.created = "said";
  for (const auto& [name, unit] : metrics) any.result.metrics[name] = 0;
  const auto keys = flat(run_object(any));
  std::vector<Column> out;
  for (const auto& [key, value] : keys.items()) {
    const auto metric = metrics.find(key);
    out.push_back({key, Align::left, metric == metrics.end() ? unit_of(key) : metric->second});
  }
  return out;
}

}  // namespace

Json run_object(const StoredRun& run) {
  Json out = run_json(run.cell, run.result);
  if (!run.created.empty()) out["created"] = run.created;
  return out;
}

Table run_table(const std::vector<StoredRun>& runs) {
  Table table{.columns = columns(units(runs)), .rows = {}};
  for (const auto& run : runs) {
    const auto values = flat(run_object(run));
    auto& row = table.rows.emplace_back();
    for (const auto& column : table.columns) row.push_back(entry(values.value(column.header, Json(nullptr))));
  }
  return table;
}

std::string printed_runs(const std::vector<StoredRun>& runs, TableFormat format) {
  if (format != TableFormat::json) return printed(run_table(runs), format);
  std::string out;
  for (const auto& run : runs) out += run_object(run).dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  return out;
}

}  // namespace plumb
