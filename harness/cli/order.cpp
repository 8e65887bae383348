// plumb order: the observed order of convergence, class by class, with a verdict.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <memory>

#include "harness/cli/axes.hpp"
#include "harness/cli/cell_table.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/common_options.hpp"
#include "harness/cli/console.hpp"
#include "harness/judge/order_measurement.hpp"
#include "harness/run/metric_column.hpp"
#include "harness/text/number_text.hpp"

namespace plumb {
namespace {

struct OrderOptions {
  Axes axes;
  std::string store;
  std::vector<std::string> classes;
  int jobs = all_cores();
  bool json = false;
  bool log_ratio = false;
};

constexpr const char* examples = R"(Examples:
  plumb order -p pendulum -m erk4 --steps 5e-3,2.5e-3,1.25e-3,6.25e-4
  plumb order -p 'pendulum(rate=2)' -m 'degree4(start=accurate)' --t-end 2 --steps 0.01,5e-3,2.5e-3,1.25e-3 --precision quad
  plumb order -p pendulum -f index3 -m hht --steps 1e-2,5e-3,2e-3,1e-3 --class q.translation,q.angle,v,lambda

The order is the slope of ln(error at the horizon) on ln(step) over the longest window whose slopes agree, with errors
above 10 x the floors of reference, rounding and Newton tolerance, and at least 4 points over a factor 8 in the step.
Exit code 1: reduced or diverging; 4: no window; 6: no window because of the reference's digits.)";

std::vector<std::string> classes_of(const OrderOptions& options) {
  std::vector<std::string> out;
  for (const auto& list : options.classes)
    for (const auto& spec : expand(list)) out.push_back(spec.name);
  return out.empty() ? std::vector<std::string>{"q", "v"} : out;
}

/// The cells that differ in their step only, in the order in which they were named.
std::vector<std::vector<ResolvedCell>> series_of(const Cells& cells) {
  std::vector<std::vector<ResolvedCell>> out;
  std::map<std::string, std::size_t> known;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto cell = cells[i];
    const auto& method = cell.method().info;
    if (!method.fixed_step)
      throw UsageError(fmt::format("order: {} chooses its own steps, so it has no order in the step", method.name));
    Cell without_step = cell.text();
    without_step.step = without_step.t_end;
    const auto [at, is_new] = known.emplace(id(without_step), out.size());
    if (is_new) out.emplace_back();
    out[at->second].push_back(cell);
  }
  return out;
}

bool has(const std::vector<std::string>& list, const std::string& name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

/// Throws UsageError where no series has a class that is asked for.
void require_classes(const std::vector<std::string>& wanted, const std::vector<std::vector<ResolvedCell>>& series) {
  std::vector<std::string> known;
  for (const auto& cells : series)
    for (const auto& name : component_classes(Subject(cells.front())))
      if (!has(known, name)) known.push_back(name);
  for (const auto& name : wanted)
    if (!has(known, name))
      throw UsageError(fmt::format("--class: '{}' is not allowed; known: {}", name, fmt::join(known, ", ")));
}

std::vector<std::string> classes_that_exist(const std::vector<std::string>& wanted, const ResolvedCell& cell) {
  const auto known = component_classes(Subject(cell));
  std::vector<std::string> out;
  std::copy_if(wanted.begin(), wanted.end(), std::back_inserter(out),
               [&](const auto& name) { return has(known, name); });
  return out;
}

/// log‖e‖/log h, which some papers print as an order: it moves with the unit of the error and the step.
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
    if (r && !r->note.empty() && !has(table.notes, r->note)) table.notes.push_back(r->note);
  }
  for (const auto& c : m.classes) {
    table.columns.push_back({"end." + c.component_class, Align::right});
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
  table.notes.insert(table.notes.begin(), "slope: to the row above; *: in the window of the fit");
  return table;
}

std::string verdict_line(const ClassOrder& c, std::size_t width) {
  const auto& r = c.result;
  auto out = fmt::format("{:<{}} ", c.component_class, width);
  if (r.order) out += fmt::format("order {:.3f}", *r.order);
  if (r.interval) out += fmt::format(" ({:.3f} to {:.3f})", r.interval->first, r.interval->second);
  if (r.window) out += fmt::format(" over h = {} to {}", shortest(r.window->first), shortest(r.window->second));
  if (r.expected) out += fmt::format("{}expected {}", r.order ? ", " : "", shortest(*r.expected));
  out += fmt::format(": {}", r.verdict ? name(*r.verdict) : "measured, nothing asserted");
  if (r.wall) out += fmt::format(", {}", name(*r.wall));
  return out + (r.reason.empty() ? "\n" : "; " + r.reason + "\n");
}

std::string heading(const ResolvedCell& cell) {
  auto out = fmt::format("{} {} {} t_end {} s", short_problem(cell), cell.formulation().name, short_method(cell),
                         normalized_number(cell.text().t_end));
  if (cell.text().precision != Precision::double_) out += fmt::format(" {}", precision_name(cell.text().precision));
  return out + "\n";
}

/// The proven order supposes exact derivatives at the start, which some methods do without unless told otherwise.
std::string start_hint(const OrderMeasurement& m) {
  const auto& cell = m.cells.front();
  if (!cell.options().is("start", "paper")) return "";
  const bool short_of = std::any_of(m.classes.begin(), m.classes.end(),
                                    [](const ClassOrder& c) { return c.result.verdict == OrderVerdict::reduced; });
  return short_of ? fmt::format("the expected order is proven for {}(start=accurate)\n", cell.method().info.name) : "";
}

void report(const OrderMeasurement& m, bool is_first, bool with_log_ratio) {
  auto text =
      (is_first ? "" : "\n") + heading(m.cells.front()) + "\n" + as_text(points_table(m, with_log_ratio)) + "\n";
  std::size_t width = std::string_view("lambda").size();
  for (const auto& c : m.classes) width = std::max(width, c.component_class.size());
  for (const auto& c : m.classes) text += verdict_line(c, width);
  print(text + start_hint(m));
}

void append_json(Json& out, const OrderMeasurement& m) {
  const auto& cell = m.cells.front().text();
  for (const auto& c : m.classes) {
    Json element = to_json(c.component_class, c.result);
    element["problem"] = with_parameters(cell.problem, cell.problem_parameters);
    element["formulation"] = cell.formulation;
    element["method"] = with_parameters(cell.method, cell.method_parameters);
    out.push_back(std::move(element));
  }
}

Exit verdict(const ClassOrder& c) {
  const auto& r = c.result;
  if (r.verdict == OrderVerdict::reduced || r.verdict == OrderVerdict::diverging) return Exit::verdict_failed;
  if (r.verdict != OrderVerdict::no_window) return Exit::ok;
  return r.wall == PointMark::reference_limited ? Exit::reference_limited : Exit::nothing_measured;
}

/// A failed verdict weighs most, then what could not be judged.
Exit graver(Exit a, Exit b) {
  const auto rank = [](Exit e) {
    return e == Exit::verdict_failed ? 3 : e == Exit::reference_limited ? 2 : e == Exit::nothing_measured ? 1 : 0;
  };
  return rank(a) >= rank(b) ? a : b;
}

Exit order(OrderOptions options) {
  if (options.axes.problem.empty() || options.axes.method.empty() || options.axes.step.empty())
    throw UsageError("order: give a problem (-p), a method (-m) and steps (--steps)");
  const auto classes = classes_of(options);
  if (auto& samples = *options.axes.values("samples"); samples.empty())
    samples = {"1"};  // the horizon is all that counts
  const auto all = series_of(cells_of(options.axes));
  require_classes(classes, all);
  std::unique_ptr<Store> store;
  if (!options.store.empty()) store = std::make_unique<Store>(options.store);
  const bool terminal = stderr_is_terminal();
  StatusLine line(terminal);
  Exit exit = Exit::ok;
  Json json = Json::array();
  std::size_t measured = 0;
  for (const auto& cells : all) {
    const auto m = measured_order(cells,
                                  {.jobs = options.jobs,
                                   .store = store.get(),
                                   .progress = [&](const std::string& text) { line.show(text); },
                                   .progress_interval = terminal ? 0.25 : 10},
                                  classes_that_exist(classes, cells.front()));
    line.clear();
    if (m.interrupted) {
      exit = Exit::interrupted;
      break;
    }
    ++measured;
    if (options.json)
      append_json(json, m);
    else
      report(m, &cells == &all.front(), options.log_ratio);
    for (const auto& c : m.classes) exit = graver(exit, verdict(c));
  }
  if (options.json) print_json(json);
  if (exit == Exit::interrupted) note(fmt::format("interrupted; {} of {} series measured", measured, all.size()));
  return exit;
}

}  // namespace

void add_order(CLI::App& app, Exit& exit) {
  auto& verb = *app.add_subcommand("order", "observed order of convergence, with a verdict");
  auto options = std::make_shared<OrderOptions>();
  add_axes(verb, options->axes);
  add_values(verb, "--class", options->classes, "NAME,..",
             "classes of components: q, v (default), a, lambda, q.rotation, ...");
  add_jobs(verb, options->jobs);
  add_store_or_out(verb, options->store, "what it holds is not run again");
  verb.add_flag("--log-ratio", options->log_ratio,
                "log e/log h of every point beside its slope, as some papers print it; no order");
  add_json(verb, options->json, "an array, one object a class");
  verb.footer(examples);
  verb.callback([options, &exit] { exit = order(*options); });
}

}  // namespace plumb
