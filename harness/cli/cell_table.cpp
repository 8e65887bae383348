#include "harness/cli/cell_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>

#include "harness/run/metric_column.hpp"
#include "harness/text/number_text.hpp"

namespace plumb {
namespace {

using Result = std::optional<RunResult>;

struct Field {
  Column column;
  std::function<Entry(const ResolvedCell&, const Result&)> entry;
  bool setting = false;    // goes to the caption where all cells agree
  bool is_metric = false;  // whose unit follows from the cells
};

Field setting(Column column, std::function<std::string(const ResolvedCell&)> text) {
  return {std::move(column), [text](const ResolvedCell& c, const Result&) { return Entry(text(c)); }, true};
}

Field metric(const std::string& name) {
  return {{name, Align::right},
          [name](const ResolvedCell&, const Result& r) { return r ? Entry::number(metric_of(*r, name)) : Entry(); },
          false,
          true};
}

// The unit that the cells share which have the metric. Of a norm over several kinds of coordinates none is shown.
std::string unit_of(const std::string& metric, const std::vector<ResolvedCell>& cells) {
  std::string out;
  const Formulation* before = nullptr;
  for (const auto& cell : cells) {
    if (&cell.formulation() == before) continue;
    before = &cell.formulation();
    const auto column = metric_column(Subject(cell), metric);
    if (!column) continue;
    if (!out.empty() && column->unit != out) return "-";
    out = column->unit;
  }
  return out == "SI" || out.find(" and ") != out.npos ? "-" : out;
}

/// What a cell is, but for its step.
std::vector<Field> fields_but_step() {
  return {
      setting({"problem"}, short_problem),
      setting({"formulation"}, [](const ResolvedCell& c) { return c.formulation().name; }),
      setting({"t_end", Align::right, "s"}, [](const ResolvedCell& c) { return normalized_number(c.text().t_end); }),
      setting({"precision"}, [](const ResolvedCell& c) { return std::string(precision_name(c.text().precision)); }),
      setting({"newton"},
              [](const ResolvedCell& c) {
                const auto tolerance = c.text().newton_tol ? normalized_number(*c.text().newton_tol) : "default";
                return tolerance + newton_choices(c.text());
              }),
      {{"method"}, [](const ResolvedCell& c, const Result&) { return Entry(short_method(c)); }},
  };
}

std::vector<Field> fields() {
  auto out = fields_but_step();
  const std::vector<Field> of_runs = {
      {{"step", Align::right, "s"},
       [](const ResolvedCell& c, const Result&) { return Entry(normalized_number(c.text().step)); }},
      {{"status"}, [](const ResolvedCell&, const Result& r) { return r ? Entry(name(r->status)) : Entry("not-run"); }},
  };
  out.insert(out.end(), of_runs.begin(), of_runs.end());
  for (const auto& name : metrics_shown()) out.push_back(metric(name));
  out.push_back({{"rhs_evaluations", Align::right}, [](const ResolvedCell&, const Result& r) {
                   return r ? Entry::count(r->counters.rhs_evaluations) : Entry();
                 }});
  out.push_back({{"ns/step", Align::right}, [](const ResolvedCell&, const Result& r) {
                   return r ? Entry::number(r->timing.nanoseconds_per_step) : Entry();
                 }});
  return out;
}

/// What is to be said of a result beside its numbers.
std::vector<std::string> remarks(const RunResult& result) {
  std::vector<std::string> out;
  if (!result.reason.empty()) out.push_back(fmt::format("{}: {}", name(result.status), result.reason));
  if (!result.note.empty()) out.push_back(result.note);
  return out;
}

/// A line for every different reason or note, with the first cell that has it.
std::vector<std::string> failures(const std::vector<ResolvedCell>& cells, const std::vector<Result>& results) {
  struct Failure {
    std::string cell, reason;
    int others = 0;
  };
  std::vector<Failure> list;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (!results[i]) continue;
    const auto title = fmt::format("{} {} h={}", cells[i].formulation().name, short_method(cells[i]),
                                   normalized_number(cells[i].text().step));
    for (const auto& remark : remarks(*results[i])) {
      const auto same = std::find_if(list.begin(), list.end(), [&](const Failure& f) { return f.reason == remark; });
      if (same != list.end())
        ++same->others;
      else
        list.push_back({title, remark});
    }
  }
  std::vector<std::string> out;
  for (const auto& f : list)
    out.push_back(f.others == 0 ? fmt::format("{}: {}", f.cell, f.reason)
                                : fmt::format("{} and {} more: {}", f.cell, f.others, f.reason));
  return out;
}

/// A row a cell. Settings that all cells share stand in the caption, columns that are empty throughout are left out.
Table table_of(const std::vector<Field>& fields, const std::vector<ResolvedCell>& cells,
               const std::vector<Result>& results) {
  Table table;
  table.rows.resize(cells.size());
  std::vector<std::string> shared;
  for (const auto& field : fields) {
    std::vector<Entry> entries;
    for (std::size_t i = 0; i < cells.size(); ++i) entries.push_back(field.entry(cells[i], results[i]));
    const bool empty = std::all_of(entries.begin(), entries.end(), [](const Entry& e) { return e.missing(); });
    const bool same = field.setting && std::all_of(entries.begin(), entries.end(), [&](const Entry& e) {
                        return e.shown() == entries.front().shown();
                      });
    if (empty) continue;
    if (same) {
      const bool unit = !field.column.unit.empty();
      shared.push_back(
          fmt::format("{} {}{}", field.column.header, entries.front().shown(), unit ? " " + field.column.unit : ""));
      continue;
    }
    table.columns.push_back(field.column);
    if (field.is_metric) table.columns.back().unit = unit_of(field.column.header, cells);
    for (std::size_t i = 0; i < cells.size(); ++i) table.rows[i].push_back(entries[i]);
  }
  table.caption = fmt::format("{}", fmt::join(shared, ", "));
  return table;
}

}  // namespace

std::string short_name(std::string_view name, std::span<const ParameterSpec> specs, const Parameters& values) {
  std::vector<std::string> changed;
  for (const auto& spec : specs)
    if (normalized_number(values.text(spec.name)) != normalized_number(spec.default_value))
      changed.push_back(fmt::format("{}={}", spec.name, values.text(spec.name)));
  return with_parameters(name, fmt::format("{}", fmt::join(changed, ",")));
}

std::string short_problem(const ResolvedCell& cell) {
  return short_name(cell.problem().name, cell.problem().parameters, cell.data());
}

std::string short_method(const ResolvedCell& cell) {
  return short_name(cell.method().info.name, cell.method().parameters, cell.options());
}

const std::vector<std::string>& metrics_shown() {
  static const std::vector<std::string> names = {"end.q", "end.q.translation", "end.q.rotation", "end.q.angle",
                                                 "end.v", "energy.max",        "drift.position", "iterations.mean"};
  return names;
}

Table cell_table(const std::vector<ResolvedCell>& cells, const std::vector<Result>& results) {
  auto table = table_of(fields(), cells, results);
  table.notes = failures(cells, results);
  return table;
}

Table cell_names(const std::vector<ResolvedCell>& cells) {
  return table_of(fields_but_step(), cells, std::vector<Result>(cells.size()));
}

}  // namespace plumb
