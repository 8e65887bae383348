#include "harness/api/cell_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>

#include "harness/cell/setting.hpp"
#include "harness/run/lost_reference.hpp"
#include "harness/run/metric_column.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

using Result = std::optional<RunResult>;

const char* const metrics_shown[] = {"end.q",          "end.q.translation", "end.q.rotation", "end.q.angle",
                                     "end.v",          "energy.max",        "drift.position", "invariant.loop_position",
                                     "iterations.mean"};

/// Returns the largest relative error of positions over the run (metric "re.q", or "re.q.KIND" for each kind of
/// coordinates); 0 if there is no such metric.
double relative_error(const RunResult& result) {
  double out = 0;
  for (const auto& [name, value] : result.metrics)
    if (name == "re.q" || name.starts_with("re.q.")) out = std::max(out, value.value_or(0));
  return out;
}

/// Returns whether a run has status `ok`, which means only that no step failed, but errors as large as the motion
/// itself.
bool is_worthless(const RunResult& result) { return result.status == Status::ok && relative_error(result) >= 1; }

Entry status_entry(const RunResult& result) {
  return is_worthless(result) ? Entry(fmt::format("{} !", name(result.status))) : Entry(name(result.status));
}

/// Returns the remarks on a result, which become notes below the table.
std::vector<std::string> remarks(const RunResult& result) {
  std::vector<std::string> out;
  if (is_worthless(result))
    out.push_back(
        fmt::format("ok !: no step failed, but the error over the run is {} times the motion itself: no digit is "
                    "correct",
                    significant(relative_error(result), 2)));
  if (!result.reason.empty()) out.push_back(fmt::format("{}: {}", name(result.status), result.reason));
  if (!result.note.empty()) out.push_back(result.note);
  return out;
}

}  // namespace

/// A column, and facts about its entries that `add` collects.
struct CellTable::Field {
  Column column;
  std::function<Entry(const ResolvedCell&, const Result&)> entry;
  bool setting = false;    // a setting of the cell; moves to the caption if it is equal in all cells
  bool is_metric = false;  // a metric, whose unit depends on the cells
  // No cell has an entry; all entries are equal; at least one cell was added.
  bool empty = true, same = true, has_first = false;
  std::string first = {};  // text of the first entry
  std::string unit = {};   // unit of a metric, if it is equal in all cells with the metric
  bool units_differ = false;

  void note(const Entry& one) {
    empty = empty && one.missing();
    if (!has_first) first = one.shown();
    has_first = true;
    same = same && one.shown() == first;
  }

  // Returns "-" if cells have different units, or if the metric is a norm over several kinds of coordinates.
  std::string unit_shown() const {
    if (!is_metric) return column.unit;
    return units_differ || unit == "SI" || unit.find(" and ") != unit.npos ? "-" : unit;
  }
};

std::vector<CellTable::Field> CellTable::fields_of_names() {
  const auto setting = [](Column column, std::function<std::string(const ResolvedCell&)> text) -> Field {
    return {std::move(column), [text](const ResolvedCell& c, const Result&) { return Entry(text(c)); }, true};
  };
  return {
      setting({"problem"}, short_problem),
      setting({"formulation"}, [](const ResolvedCell& c) { return c.formulation().name; }),
      setting({"t_end", Align::right, "s"}, [](const ResolvedCell& c) { return normalized_number(c.text().t_end); }),
      {{"errors_from", Align::right, "s"},
       [](const ResolvedCell& c, const Result&) {
         return c.text().errors_from ? Entry(normalized_number(*c.text().errors_from)) : Entry();
       },
       true},
      {{"last_step"},
       [](const ResolvedCell& c, const Result&) { return c.text().ends_beyond ? Entry("beyond") : Entry(); },
       true},
      {{"breaks"},
       [](const ResolvedCell& c, const Result&) { return c.text().restarts ? Entry("restarted") : Entry(); },
       true},
      {{"reference"},
       [](const ResolvedCell& c, const Result&) {
         const auto requested = c.text().reference;
         return requested == ReferenceChoice::certified ? Entry() : Entry(std::string(reference_name(requested)));
       },
       true},
      setting({"precision"}, [](const ResolvedCell& c) { return std::string(precision_name(c.text().precision)); }),
      setting({"newton"},
              [](const ResolvedCell& c) {
                const auto tolerance = c.text().newton_tol ? normalized_number(*c.text().newton_tol) : "default";
                return tolerance + newton_choices(c.text());
              }),
      {{"method"}, [](const ResolvedCell& c, const Result&) { return Entry(short_method(c)); }},
  };
}

std::vector<CellTable::Field> CellTable::fields() {
  auto out = fields_of_names();
  const std::vector<Field> of_runs = {
      {{"step", Align::right, "s"},
       [](const ResolvedCell& c, const Result&) { return Entry(normalized_number(c.text().step)); }},
      {{"status"}, [](const ResolvedCell&, const Result& r) { return r ? status_entry(*r) : Entry("not-run"); }},
  };
  out.insert(out.end(), of_runs.begin(), of_runs.end());
  for (const auto& name : metrics_shown) out.push_back(metric_field(name));
  const std::vector<Field> of_costs = {
      {{"rhs_evaluations", Align::right},
       [](const ResolvedCell&, const Result& r) { return r ? Entry::count(r->counters.rhs_evaluations) : Entry(); }},
      {{"rejected_steps", Align::right},
       [](const ResolvedCell&, const Result& r) { return r ? Entry::count(r->counters.rejected_steps) : Entry(); }},
      {{"ns/step", Align::right},
       [](const ResolvedCell&, const Result& r) {  // failed runs have no cost
         return r && r->status == Status::ok ? Entry::number(r->timing.nanoseconds_per_step) : Entry();
       }},
  };
  out.insert(out.end(), of_costs.begin(), of_costs.end());
  return out;
}

std::vector<Column> identity_columns(bool with_step) {
  std::vector<Column> out = {{"problem"}, {"formulation"}, {"method"}};
  if (with_step) out.push_back({"step", Align::right, "s"});
  for (const auto& setting : settings())
    if (setting.json) out.push_back({std::string(setting.name), Align::left, std::string(setting.unit)});
  return out;
}

CellTable::CellTable() : CellTable(fields()) {}
CellTable::CellTable(std::vector<Field> fields) : fields_(std::move(fields)) {}
CellTable::~CellTable() = default;

CellTable CellTable::of_names() { return CellTable(fields_of_names()); }

CellTable::Field CellTable::metric_field(std::string name) {
  return {.column = {name, Align::right},
          .entry = [name](const ResolvedCell&, const Result& r) { return r ? metric_entry(*r, name) : Entry(); },
          .is_metric = true};
}

/// If the reference has outputs only, so that q and v have no errors, adds columns with the errors of outputs.
void CellTable::show_outputs(const ResolvedCell& cell, const RunResult& result) {
  constexpr std::size_t most = 4;
  const auto has = [&](const std::string& name) { return metric_of(result, name).has_value(); };
  if (std::ranges::any_of(component_classes(Subject(cell)), [&](const auto& c) { return has("end." + c); })) return;
  std::size_t shown = 0, omitted = 0;
  for (const auto& output : cell.problem().outputs) {
    const auto name = fmt::format("re.{}", output.name);
    if (!has(name)) continue;
    if (++shown > most)
      ++omitted;
    else
      add_metric(name, cell);
  }
  if (omitted > 0 && !notes_outputs_) add_note(fmt::format("errors of {} more outputs: --columns 're.*'", omitted));
  notes_outputs_ = notes_outputs_ || omitted > 0;
}

/// Inserts a column for a metric before the column "energy.max". Rows that were added earlier have no entry in it.
void CellTable::add_metric(const std::string& name, const ResolvedCell& cell) {
  const auto is = [](std::string_view header) {
    return [header](const Field& f) { return f.column.header == header; };
  };
  const auto place = std::ranges::find_if(fields_, is("energy.max"));
  if (place == fields_.end() || std::ranges::any_of(fields_, is(name))) return;
  const auto i = place - fields_.begin();
  for (auto& row : rows_) row.insert(row.begin() + i, Entry());
  fields_.insert(place, metric_field(name));
  note_units(cell);
}

void CellTable::add(const ResolvedCell& cell, const Result& result) {
  if (result) show_outputs(cell, *result);
  if (&cell.formulation() != formulation_before_) note_units(cell);
  formulation_before_ = &cell.formulation();
  auto& row = rows_.emplace_back();
  for (auto& field : fields_) {
    row.push_back(field.entry(cell, result));
    field.note(row.back());
  }
  if (result) note_remarks(cell, *result);
}

void CellTable::note_units(const ResolvedCell& cell) {
  const Subject subject(cell);
  for (auto& field : fields_) {
    if (!field.is_metric) continue;
    const auto column = metric_column(subject, field.column.header);
    if (!column) continue;
    field.units_differ = field.units_differ || (!field.unit.empty() && column->unit != field.unit);
    field.unit = column->unit;
  }
}

/// Adds the remarks on a result. A repeated remark is only counted, because there may be one for every cell.
void CellTable::note_remarks(const ResolvedCell& cell, const RunResult& result) {
  for (const auto& text : remarks(result)) {
    if (++remark_counts_[std::hash<std::string>{}(text)] > 1) continue;
    remarks_.emplace_back(
        fmt::format("{} {} h={}", cell.formulation().name, short_method(cell), normalized_number(cell.text().step)),
        text);
  }
}

bool CellTable::is_column(const Field& field) { return !field.empty && !(field.setting && field.same); }

std::vector<Row> CellTable::rows() const {
  std::vector<Row> out;
  for (const auto& all : rows_) {
    auto& row = out.emplace_back();
    for (std::size_t i = 0; i < fields_.size(); ++i)
      if (is_column(fields_[i])) row.push_back(all[i]);
  }
  return out;
}

std::vector<std::string> CellTable::notes() const {
  std::vector<std::string> out;
  for (const auto& [cell, text] : remarks_) {
    const auto others = remark_counts_.at(std::hash<std::string>{}(text)) - 1;
    out.push_back(others == 0 ? fmt::format("{}: {}", cell, text)
                              : fmt::format("{} and {} more: {}", cell, others, text));
  }
  out.insert(out.end(), notes_on_all_.begin(), notes_on_all_.end());
  return out;
}

Table CellTable::table() const {
  Table out;
  std::vector<std::string> shared;
  for (const auto& field : fields_) {
    const auto& [header, align, unit] = field.column;
    if (is_column(field))
      out.columns.push_back({header, align, field.unit_shown()});
    else if (!field.empty)
      shared.push_back(fmt::format("{} {}{}", header, field.first, unit.empty() ? "" : " " + unit));
  }
  out.rows = rows();
  out.notes = notes();
  out.caption = fmt::format("{}", fmt::join(shared, ", "));
  return out;
}

}  // namespace plumb
