#include "harness/report/gathered_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "harness/cell/resolve.hpp"
#include "harness/cell/short_name.hpp"
#include "harness/judge/work_cost.hpp"
#include "methods/family.hpp"
#include "text/exit_codes.hpp"

namespace plumb {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

constexpr std::pair<const char*, const char*> kinds_of_columns[] = {
    {"metric", ""}, {"counter", ""}, {"cost", ""}, {"timing", ""}, {"uncertainty", "uncertainty."}, {"wall", ""}};

struct TimingColumn {
  const char *name, *unit, *meaning;
  Timing::Measured Timing::*value;
};
constexpr TimingColumn timing_columns[] = {
    {"seconds", "s", "processor time of start and steps, median of the samples", &Timing::seconds},
    {"nanoseconds_per_step", "ns", "the same for each step", &Timing::nanoseconds_per_step},
    {"seconds_least", "s", "the smallest sample", &Timing::least},
    {"seconds_low", "s", "lower end of the 95 % interval of the median", &Timing::low},
    {"seconds_high", "s", "upper end of the 95 % interval of the median", &Timing::high},
    {"noise", "-", "relative difference of two timings of a run in one session", &Timing::noise}};

Json lasting(Json environment) {
  environment.erase("date");
  environment.erase("load");
  return environment;
}

std::size_t place_of_kind(const std::string& kind) {
  std::size_t position = 0;
  while (kind != kinds_of_columns[position].first) ++position;
  return position;
}

}  // namespace

std::size_t GatheredRuns::environment_of(const RunResult& result) {
  auto environment = lasting(result.environment);
  const auto [entry, is_new] =
      by_environment_.emplace(environment.dump(-1, ' ', false, Json::error_handler_t::replace), environments_.size());
  if (is_new) environments_.push_back(std::move(environment));
  return entry->second;
}

void GatheredRuns::describe(GatheredRun& run, const StoredRun& stored) {
  const auto& cell = stored.cell;
  const auto problem = with_parameters(cell.problem, cell.problem_parameters);
  const auto method = with_parameters(cell.method, cell.method_parameters);
  const auto place = problem + " " + cell.formulation;
  if (!short_names_.contains(problem)) try {
      const auto& p = problem_named(cell.problem);
      const auto data = parameters_from_text(p.parameters, cell.problem_parameters, cell.problem);
      short_names_[problem] = short_name(p.name, p.parameters, data);
      std::vector<std::string> outputs;
      for (const auto& output : p.outputs) outputs.push_back(output.name);
      problems_[short_names_[problem]] = {
          .name = p.name, .title = p.title, .family = {}, .outputs = std::move(outputs)};
    } catch (const UsageError&) {
      short_names_[problem] = problem;
      problems_[problem] = {.name = cell.problem, .title = {}, .family = {}, .known = false};
    }
  if (!short_names_.contains(method)) try {
      const auto& m = method_named(cell);
      const auto options = parameters_from_text(m.parameters, cell.method_parameters, cell.method);
      short_names_[method] = short_name(m.info.name, m.parameters, options);
      methods_[short_names_[method]] = {.name = std::string(m.info.name),
                                        .title = std::string(m.info.title),
                                        .family = std::string(family_of(m.info.name)),
                                        .order = m.info.order};
    } catch (const UsageError&) {
      short_names_[method] = method;
      methods_[method] = {.name = cell.method, .title = {}, .family = {}, .known = false};
    }
  if (!families_.contains(place)) try {
      families_[place] = formulation_named(problem_named(cell.problem), cell.formulation).family();
    } catch (const UsageError&) {
      families_[place] = {};
    }
  run.problem = short_names_[problem];
  run.method = short_names_[method];
  run.problem_family = families_[place];
}

void GatheredRuns::set(const std::string& kind, const std::string& name, std::size_t row, std::optional<double> value) {
  if (!value || !std::isfinite(*value)) return;
  const auto [entry, is_new] = by_column_.emplace(kind + " " + name, columns_.size());
  if (is_new) columns_.push_back({kinds_of_columns[place_of_kind(kind)].second + name, {}, {}, kind, {}});
  auto& values = columns_[entry->second].values;
  if (values.size() <= row) values.resize(row + 1, none);
  values[row] = *value;
}

void GatheredRuns::set_numbers(const RunResult& result, std::size_t row) {
  for (auto& column : columns_)  // deletes the numbers of an older run of the cell
    if (row < column.values.size()) column.values[row] = none;
  for (const auto& [name, value] : result.metrics) set("metric", name, row, value);
  for (const auto& [name, value] : result.reference_uncertainty) set("uncertainty", name, row, value);
  for_each_counter(result.counters, [&](const char* name, const auto& count) {
    if (count) set("counter", name, row, static_cast<double>(*count));
  });
  for (const auto& column : timing_columns) set("timing", column.name, row, result.timing.*column.value);
}

void GatheredRuns::set_cost(const StoredRun& stored, std::size_t row) try {
  set("cost", "cost", row, work_cost(resolve(stored.cell), stored.result));
} catch (const std::exception&) {  // this build does not contain the problem or method, or refuses the data
}

void GatheredRuns::add(const StoredRun& stored) {
  auto canonical = canonical_json(stored.cell);
  const auto [entry, is_new] = by_cell_.emplace(canonical, runs_.size());
  if (!is_new) {
    ++superseded_;
    const auto& known = runs_[entry->second];
    if (stored.created < known.created) return;
  }
  if (is_new) runs_.emplace_back();
  auto& run = runs_[entry->second];
  run = {.cell = stored.cell,
         .id = id(stored.cell),
         .canonical = std::move(canonical),
         .problem = {},
         .method = {},
         .problem_family = {},
         .status = stored.result.status,
         .reason = stored.result.reason,
         .note = stored.result.note,
         .linear_algebra = stored.result.linear_algebra,
         .created = stored.created,
         .t_reached = stored.result.t_reached,
         .reference_until = stored.result.reference_until,
         .environment = environment_of(stored.result),
         .row = entry->second};
  describe(run, stored);
  units_.add(stored.cell, stored.result);
  set_numbers(stored.result, entry->second);
  set_cost(stored, entry->second);
}

void GatheredRuns::name_units() {
  for (auto& column : columns_) {
    if (column.kind == "counter") {
      column.unit = "-";
      for (const auto& row : counter_rows)
        if (column.name == row.name) column.meaning = row.meaning;
    } else if (column.kind == "cost") {
      column.unit = "evaluations";
      column.meaning =
          "evaluations of the equations, with Jacobians, factorisations and solutions converted to evaluations";
    } else if (column.kind == "timing") {
      for (const auto& row : timing_columns)
        if (column.name == row.name) {
          column.unit = row.unit;
          column.meaning = row.meaning;
        }
    } else {
      const bool is_metric = column.kind == "metric";
      const auto metric = is_metric ? column.name : column.name.substr(std::string("uncertainty.").size());
      const auto unit = units_.units().find(metric);
      column.unit = unit == units_.units().end() ? "SI" : unit->second;
      column.meaning = is_metric ? units_.meaning(metric) : "uncertainty due to the reference, of " + metric;
    }
  }
}

void GatheredRuns::end() {
  name_units();
  std::ranges::sort(runs_, [](const auto& a, const auto& b) { return a.canonical < b.canonical; });
  std::ranges::sort(columns_, [](const auto& a, const auto& b) {
    return std::pair(place_of_kind(a.kind), a.name) < std::pair(place_of_kind(b.kind), b.name);
  });
  for (auto& column : columns_) {
    column.values.resize(runs_.size(), none);
    std::vector<double> sorted;
    for (const auto& run : runs_) sorted.push_back(column.values[run.row]);
    column.values = std::move(sorted);
  }
  std::vector<bool> used(environments_.size(), false);  // environments of replaced older runs are unused
  for (const auto& run : runs_) used[run.environment] = true;
  std::vector<std::size_t> order, place(environments_.size());
  for (std::size_t i = 0; i < used.size(); ++i)
    if (used[i]) order.push_back(i);
  std::ranges::sort(order, [&](auto a, auto b) { return environments_[a].dump() < environments_[b].dump(); });
  std::vector<Json> environments;
  for (const auto i : order) {
    place[i] = environments.size();
    environments.push_back(environments_[i]);
  }
  environments_ = std::move(environments);
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    runs_[i].row = i;
    runs_[i].environment = place[runs_[i].environment];
  }
}

void GatheredRuns::add_wall(const std::string& origin, const std::string& metric, std::size_t row, double value) {
  if (!std::isfinite(value) || value == 0) return;
  const auto name = fmt::format("{}.{}", origin, metric);
  auto found = std::ranges::find(columns_, name, &NumberColumn::name);
  if (found == columns_.end()) {
    const auto* of = column(metric);
    columns_.push_back({name, of ? of->unit : "SI",
                        fmt::format("estimated uncertainty of {} due to {}", metric,
                                    origin == "reference" ? "the digits of the reference" : origin),
                        "wall", std::vector<double>(runs_.size(), none)});
    found = columns_.end() - 1;
  }
  found->values[row] = value;
}

const NumberColumn* GatheredRuns::column(const std::string& name) const {
  for (const auto& one : columns_)
    if (one.name == name) return &one;
  return nullptr;
}

RunResult GatheredRuns::result(const GatheredRun& run) const {
  RunResult out;
  out.status = run.status;
  out.reason = run.reason;
  out.t_reached = run.t_reached;
  for (const auto& column : columns_) {
    const double value = column.values[run.row];
    if (std::isnan(value)) continue;
    if (column.kind == "metric") out.metrics[column.name] = value;
    if (column.kind == "uncertainty")
      out.reference_uncertainty[column.name.substr(std::string("uncertainty.").size())] = value;
    for (const auto& row : counter_rows)
      if (column.kind == "counter" && column.name == row.name)
        out.counters.*row.count = static_cast<std::int64_t>(value);
  }
  return out;
}

}  // namespace plumb
