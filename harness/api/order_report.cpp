#include "harness/api/order_study.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "harness/api/cell_table.hpp"
#include "harness/cell/setting.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

/// Returns log‖e‖/log h, which some papers print as an order. It depends on the units of error and step.
std::optional<double> log_ratio(const OrderPoint& p) {
  if (!isfinite(p.error) || p.error <= 0) return {};
  return static_cast<double>(log(p.error) / log(p.h));
}

Table points_table(const OrderMeasurement& m, bool with_log_ratio) {
  Table table{.columns = {{"step", Align::right, "s"}, {"status"}}, .rows = {}};
  for (std::size_t i = 0; i < m.cells.size(); ++i) {
    const auto& r = m.results[i];
    table.rows.push_back({normalized_number(m.cells[i].text().step), r ? Entry(name(r->status)) : Entry("not-run")});
    if (r && !r->reason.empty())
      table.notes.push_back(fmt::format("h={}: {}", normalized_number(m.cells[i].text().step), r->reason));
    if (r && !r->note.empty() && std::ranges::count(table.notes, r->note) == 0) table.notes.push_back(r->note);
  }
  for (const auto& c : m.classes) {
    table.columns.push_back({"rms." + c.component_class, Align::right});
    table.columns.push_back({"slope", Align::right});
    if (with_log_ratio) table.columns.push_back({"log e/log h", Align::right});
    table.columns.push_back({""});
    const JudgedPoint* coarser = nullptr;
    for (std::size_t i = 0; i < m.cells.size(); ++i) {
      const auto& p = c.result.points[i];
      std::optional<double> slope;
      if (coarser && p.point.error > 0 && coarser->point.error > 0)
        slope = static_cast<double>(log(coarser->point.error / p.point.error) / log(coarser->point.h / p.point.h));
      table.rows[i].push_back(Entry::number(static_cast<double>(p.point.error)));
      table.rows[i].push_back(Entry::number(slope));
      if (with_log_ratio) table.rows[i].push_back(Entry::number(log_ratio(p.point)));
      table.rows[i].emplace_back(p.in_window ? "*" : p.mark == PointMark::usable ? "" : std::string(name(p.mark)));
      coarser = &p;
    }
  }
  table.notes.insert(table.notes.begin(),
                     {"slope: to the row above; *: in the window of the fit",
                      "scatter: 95 % confidence interval of the fit; it does not bound the asymptotic order"});
  return table;
}

std::string verdict_line(const ClassOrder& c, std::size_t width) {
  const auto& r = c.result;
  auto out = fmt::format("{:<{}} ", c.component_class, width);
  if (r.order) out += fmt::format("order {:.3f}", *r.order);
  if (r.interval) out += fmt::format(" (scatter {:.3f} to {:.3f})", r.interval->first, r.interval->second);
  if (r.window) out += fmt::format(" over h = {} to {}", shortest(r.window->first), shortest(r.window->second));
  if (r.expected) out += fmt::format("{}expected {}", r.order ? ", " : "", shortest(*r.expected));
  out += fmt::format(": {}", r.verdict ? name(*r.verdict) : "measured; no order is expected");
  if (r.wall) out += fmt::format(", {}", name(*r.wall));
  return out + (r.reason.empty() ? "\n" : "; " + r.reason + "\n");
}

std::string heading(const ResolvedCell& cell) {
  auto out = fmt::format("{} {} {} t_end {} s", short_problem(cell), cell.formulation().name, short_method(cell),
                         normalized_number(cell.text().t_end));
  if (cell.text().errors_from) out += fmt::format(" from {} s", normalized_number(*cell.text().errors_from));
  if (cell.text().ends_beyond) out += " and beyond";
  if (cell.text().restarts) out += ", restarted at breaks";
  if (cell.text().reference == ReferenceChoice::quick) out += ", quick reference";
  if (cell.text().precision != Precision::double_) out += fmt::format(" {}", precision_name(cell.text().precision));
  return out + "\n";
}

/// Returns a hint if an order is reduced and the method starts without exact derivatives (start=paper), which the proof
/// of its order requires.
std::string start_hint(const OrderMeasurement& m) {
  const auto& cell = m.cells.front();
  if (!cell.options().is("start", "paper")) return "";
  const bool short_of = std::any_of(m.classes.begin(), m.classes.end(),
                                    [](const ClassOrder& c) { return c.result.verdict == OrderVerdict::reduced; });
  return short_of ? fmt::format("the expected order is proven for {}(start=accurate)\n", cell.method().info.name) : "";
}

/// Returns the gravity of a class's verdict; a line of the table shows only the gravest verdict of its classes.
int gravity(const ClassOrder& c) {
  if (!c.result.verdict) return 0;
  switch (*c.result.verdict) {
    case OrderVerdict::pass: return 1;
    case OrderVerdict::superconvergent: return 2;
    case OrderVerdict::no_window: return c.result.wall == PointMark::reference_limited ? 4 : 3;
    case OrderVerdict::reduced: return 5;
    case OrderVerdict::diverging: return 6;
  }
  return 0;
}

const ClassOrder* gravest(const JudgedStudy& study) {
  const auto found = std::max_element(study.classes.begin(), study.classes.end(),
                                      [](const auto& a, const auto& b) { return gravity(a) < gravity(b); });
  return found == study.classes.end() ? nullptr : &*found;
}

std::string verdict_text(const OrderResult& result) {
  return std::string(result.verdict ? name(*result.verdict) : "measured");
}

std::vector<std::string> class_names(const std::vector<JudgedStudy>& studies) {
  std::vector<std::string> out;
  for (const auto& study : studies)
    for (const auto& c : study.classes)
      if (std::ranges::count(out, c.component_class) == 0) out.push_back(c.component_class);
  return out;
}

std::optional<double> order_of(const JudgedStudy& study, const std::string& component_class) {
  for (const auto& c : study.classes)
    if (c.component_class == component_class) return c.result.order;
  return {};
}

std::map<std::string, std::vector<std::string>> classes_by_reason(const OrderMeasurement& study) {
  std::map<std::string, std::vector<std::string>> out;
  for (const auto& c : study.classes)
    if (!c.result.reason.empty()) out[c.result.reason].push_back(c.component_class);
  return out;
}

/// Returns the reasons why a study does not pass: the reasons of its classes, and the first failed run.
std::vector<std::string> remarks_on(const OrderMeasurement& study) {
  std::vector<std::string> out;
  for (const auto& [reason, classes] : classes_by_reason(study))
    out.push_back(fmt::format("{}: {}", fmt::join(classes, ", "), reason));
  for (std::size_t i = 0; i < study.results.size(); ++i)
    if (const auto& r = study.results[i]; r && r->status != Status::ok) {
      out.push_back(
          fmt::format("h={} {}: {}", normalized_number(study.cells[i].text().step), name(r->status), r->reason));
      break;
    }
  return out;
}

/// Returns a table with one row for each study: its problem, formulation, method and settings.
Table names_of(const std::vector<JudgedStudy>& studies) {
  auto names = CellTable::of_names();
  for (const auto& study : studies) names.add(study.cell, {});
  return names.table();
}

/// Returns problem, formulation, method and settings of a study as a JSON object.
Json identity(const Cell& cell) {
  Json out = {{"problem", with_parameters(cell.problem, cell.problem_parameters)},
              {"formulation", cell.formulation},
              {"method", with_parameters(cell.method, cell.method_parameters)}};
  for (const auto& setting : settings())
    if (setting.json) out[std::string(setting.name)] = setting.json(cell);
  return out;
}

Exit exit_of(const ClassOrder& c) {
  switch (gravity(c)) {
    case 6:
    case 5: return Exit::verdict_failed;
    case 4: return Exit::reference_limited;
    case 3: return Exit::nothing_measured;
    default: return Exit::ok;
  }
}

}  // namespace

std::string full_report(const OrderMeasurement& m, bool with_log_ratio) {
  auto text = heading(m.cells.front()) + "\n" + as_text(points_table(m, with_log_ratio)) + "\n";
  std::size_t width = std::string_view("lambda").size();
  for (const auto& c : m.classes) width = std::max(width, c.component_class.size());
  for (const auto& c : m.classes) text += verdict_line(c, width);
  return text + start_hint(m);
}

JudgedStudy::JudgedStudy(const OrderMeasurement& study)
    : cell(study.cells.front()), classes(study.classes), remarks(remarks_on(study)) {}

Table order_lines(const std::vector<JudgedStudy>& studies) {
  auto table = names_of(studies);
  const auto classes = class_names(studies);
  for (const auto& name : classes) table.columns.push_back({"order." + name, Align::right});
  table.columns.push_back({"verdict"});
  for (std::size_t i = 0; i < studies.size(); ++i) {
    auto& row = table.rows[i];
    for (const auto& name : classes) row.push_back(Entry::number(order_of(studies[i], name), 4));
    const auto* worst = gravest(studies[i]);
    row.push_back(worst ? Entry(verdict_text(worst->result)) : Entry());
    const auto& cell = studies[i].cell;
    for (const auto& remark : studies[i].remarks)
      table.notes.push_back(
          fmt::format("{} {} {}: {}", short_problem(cell), cell.formulation().name, short_method(cell), remark));
  }
  return table;
}

Table order_table(const std::vector<JudgedStudy>& studies) {
  Table table{.columns = identity_columns(false), .rows = {}};
  const std::vector<Column> measured = {{"class"},
                                        {"order", Align::right, "-"},
                                        {"order_low", Align::right, "-"},
                                        {"order_high", Align::right, "-"},
                                        {"step_low", Align::right, "s"},
                                        {"step_high", Align::right, "s"},
                                        {"expected", Align::right, "-"},
                                        {"verdict"},
                                        {"wall"},
                                        {"reason"}};
  const auto settings_end = table.columns.size();
  table.columns.insert(table.columns.end(), measured.begin(), measured.end());
  for (const auto& study : studies)
    for (const auto& c : study.classes) {
      const auto& r = c.result;
      const auto of = identity(study.cell.text());
      auto& row = table.rows.emplace_back();
      for (std::size_t i = 0; i < settings_end; ++i) row.push_back(Entry::of(of.at(table.columns[i].header)));
      const auto low = [](const auto& pair) { return Entry::number(pair ? std::optional(pair->first) : std::nullopt); };
      const auto high = [](const auto& pair) {
        return Entry::number(pair ? std::optional(pair->second) : std::nullopt);
      };
      const auto word = [](const auto& value) { return value ? Entry(name(*value)) : Entry(); };
      const std::vector<Entry> entries = {c.component_class,
                                          Entry::number(r.order),
                                          low(r.interval),
                                          high(r.interval),
                                          low(r.window),
                                          high(r.window),
                                          Entry::number(r.expected),
                                          word(r.verdict),
                                          word(r.wall),
                                          r.reason.empty() ? Entry() : Entry(r.reason)};
      row.insert(row.end(), entries.begin(), entries.end());
    }
  return table;
}

Json order_json(const std::vector<JudgedStudy>& studies) {
  Json out = Json::array();
  for (const auto& study : studies)
    for (const auto& c : study.classes) {
      Json element = to_json(c.component_class, c.result);
      element.update(identity(study.cell.text()));
      out.push_back(std::move(element));
    }
  return out;
}

Exit exit_of(const std::vector<JudgedStudy>& studies) {
  const ClassOrder* worst = nullptr;
  for (const auto& study : studies)
    if (const auto* c = gravest(study); c && (!worst || gravity(*c) > gravity(*worst))) worst = c;
  return worst ? exit_of(*worst) : Exit::ok;
}

}  // namespace plumb
