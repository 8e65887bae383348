#include "harness/report/store_changes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "harness/cell/resolve.hpp"
#include "harness/cell/short_name.hpp"
#include "harness/report/command_line.hpp"
#include "text/exit_codes.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

constexpr double considerable = 1.01;  // ratio of two errors from which one is called larger

/// Returns the difference of the main error; none if it did not change.
const Difference* main_error_of(const ChangedCell& changed) {
  const auto named = [&](auto test) {
    const auto found = std::ranges::find_if(changed.differences,
                                            [&](const Difference& d) { return d.part == "metrics" && test(d.name); });
    return found == changed.differences.end() ? nullptr : &*found;
  };
  const auto* of_positions = named([](const std::string& name) { return name == "end.q"; });
  return of_positions ? of_positions : named([](const std::string& name) { return name.starts_with("end."); });
}

/// Returns the ratio of the main error after the change to that before it; 1 if it did not change, or is no number.
double ratio_of_errors(const ChangedCell& changed) {
  const auto* error = main_error_of(changed);
  if (!error || !error->before.is_number() || !error->after.is_number()) return 1;
  const auto before = error->before.get<double>(), after = error->after.get<double>();
  if (before == 0) return after == 0 ? 1 : 2;
  return after / before;
}

/// A changed value: name and values before and after the change.
struct ChangedValue {
  std::string name;
  Json before, after;
};

/// Returns the difference that represents a changed cell: the status, the main error, or the value that agrees in the
/// fewest digits. Of a vector it is the component that differs most.
const Difference& representative(const ChangedCell& changed) {
  const auto& worst = changed.worst();
  const auto* error = main_error_of(changed);
  const auto ratio = ratio_of_errors(changed);
  const bool is_other = ratio > considerable || ratio < 1 / considerable;
  return worst.part != "status" && error && is_other ? *error : worst;
}

ChangedValue value_of(const Difference& d) {
  const auto i = furthest_component(d.before, d.after);
  return i ? ChangedValue{fmt::format("{}[{}]", d.name, *i + 1), d.before[*i], d.after[*i]}
           : ChangedValue{d.name, d.before, d.after};
}

/// Returns the parts that differ, with the number of values if several differ: "q v metrics(3)".
std::string parts_of(const ChangedCell& changed) {
  std::vector<std::pair<std::string, int>> parts;
  for (const auto& d : changed.differences) {
    if (parts.empty() || parts.back().first != d.part) parts.emplace_back(d.part, 0);
    ++parts.back().second;
  }
  std::vector<std::string> texts;
  for (const auto& [part, count] : parts) texts.push_back(count == 1 ? part : fmt::format("{}({})", part, count));
  return fmt::format("{}", fmt::join(texts, " "));
}

/// Names of the problem and method of a cell, with the parameters that differ from their defaults.
struct NamesOfCell {
  std::string problem, method;
};
NamesOfCell names_of(const Cell& cell) try {
  const auto resolved = resolve(cell);
  return {short_problem(resolved), short_method(resolved)};
} catch (const UsageError&) {  // a cell of another build
  return {with_parameters(cell.problem, cell.problem_parameters), with_parameters(cell.method, cell.method_parameters)};
}

std::string formulation_of(const Cell& cell) { return with_parameters(cell.formulation, cell.formulation_parameters); }

const std::vector<std::string> columns_of_changes = {"id",    "kind",   "problem",  "formulation", "method",
                                                     "step",  "t_end",  "settings", "value",       "before",
                                                     "after", "digits", "parts"};

Json row_of(const ChangedCell& changed) {
  const auto names = names_of(changed.cell);
  const auto& shown = representative(changed);
  const auto [name, before, after] = value_of(shown);
  const auto digits = shown.digits ? Json(std::round(10 * *shown.digits) / 10) : Json(nullptr);
  Json out = Json::array();
  for (const auto& value :
       {Json(id(changed.cell)), Json(std::string(kind_of_change(changed))), Json(names.problem),
        Json(formulation_of(changed.cell)), Json(names.method), Json(normalized_number(changed.cell.step)),
        Json(normalized_number(changed.cell.t_end)), Json(changed_settings(changed.cell)), Json(name), before, after,
        digits, Json(parts_of(changed))})
    out.push_back(value);
  return out;
}

Json titles_of(const std::vector<Cell>& cells) {
  Json out = Json::array();
  for (const auto& cell : cells) {
    const auto names = names_of(cell);
    const auto settings = changed_settings(cell);
    out.push_back(fmt::format("{} on {} {}, h = {} s to {} s{}{}", names.method, names.problem, formulation_of(cell),
                              normalized_number(cell.step), normalized_number(cell.t_end), settings.empty() ? "" : ", ",
                              settings));
  }
  return out;
}

void add_builds(const NamedRecord& of, Json& builds) {
  for (const auto& build : of.record.builds) {
    const auto text = [&](const char* key) {
      const auto value = build.environment.is_object() ? build.environment.value(key, Json(nullptr)) : Json(nullptr);
      return value.is_string() ? value.get<std::string>() : std::string();
    };
    builds.push_back({{"store", of.name},
                      {"commit", text("commit").substr(0, 12)},
                      {"build", build.fingerprint.substr(0, 8)},
                      {"compiler", text("compiler")},
                      {"runs", build.runs}});
  }
}

}  // namespace

const std::vector<std::string>& kinds_of_changes() {
  static const std::vector<std::string> all = {"fails now",     "larger error",  "fails otherwise", "other digits",
                                               "only counters", "smaller error", "works now"};
  return all;
}

std::string_view kind_of_change(const ChangedCell& changed) {
  for (const auto& d : changed.differences) {
    if (d.part != "status") continue;
    return d.before == "ok" ? "fails now" : d.after == "ok" ? "works now" : "fails otherwise";
  }
  const auto ratio = ratio_of_errors(changed);
  if (ratio > considerable) return "larger error";
  if (ratio < 1 / considerable) return "smaller error";
  const bool only_counters =
      std::ranges::all_of(changed.differences, [](const Difference& d) { return d.part == "counters"; });
  return only_counters ? "only counters" : "other digits";
}

void merge(Record added, Record& record) {
  for (auto& [key, run] : added.runs) {
    const auto known = record.runs.find(key);
    if (known == record.runs.end())
      record.runs.emplace(key, std::move(run));
    else if (known->second.created < run.created)
      known->second = std::move(run);
  }
  for (auto& build : added.builds) {
    const auto known = std::ranges::find(record.builds, build.fingerprint, &RecordedBuild::fingerprint);
    if (known == record.builds.end())
      record.builds.push_back(std::move(build));
    else
      known->runs += build.runs;
  }
}

Json store_changes(const NamedRecord& before, const NamedRecord& after) {
  const auto diff = difference(before.record, after.record);
  std::vector<std::pair<std::size_t, Json>> rows;
  Json kinds = Json::object(), changed = Json::array(), builds = Json::array();
  const auto& order = kinds_of_changes();
  for (const auto& cell : diff.changed) {
    const std::string kind(kind_of_change(cell));
    kinds[kind] = kinds.value(kind, 0) + 1;
    rows.emplace_back(std::ranges::find(order, kind) - order.begin(), row_of(cell));
  }
  std::ranges::stable_sort(rows, {}, &std::pair<std::size_t, Json>::first);
  for (auto& row : rows) changed.push_back(std::move(row.second));
  add_builds(before, builds);
  add_builds(after, builds);
  return {{"before", {{"name", before.name}}},
          {"after", {{"name", after.name}}},
          {"both", diff.both},
          {"identical", diff.identical()},
          {"order", order},
          {"kinds", std::move(kinds)},
          {"columns", columns_of_changes},
          {"changed", std::move(changed)},
          {"only_before", titles_of(diff.only_before)},
          {"only_after", titles_of(diff.only_after)},
          {"builds", std::move(builds)}};
}

}  // namespace plumb
