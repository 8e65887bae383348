// plumb order: the observed order of convergence, class by class, with a verdict.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <numeric>

#include "harness/cli/axes.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/common_options.hpp"
#include "harness/cli/console.hpp"
#include "harness/cli/order_report.hpp"
#include "harness/cli/work.hpp"
#include "harness/judge/order_measurement.hpp"
#include "harness/run/metric_column.hpp"
#include "harness/schedule/interruption.hpp"
#include "reference/solution.hpp"

namespace plumb {
namespace {

struct OrderOptions {
  Axes axes;
  std::string study, set;  // a study file; the set of it whose cells are meant
  std::string store, format = "text";
  std::vector<std::string> classes;
  int jobs = all_cores();
  std::optional<double> timeout = {};
  bool json = false;
  bool log_ratio = false;
};

constexpr const char* order_examples = R"(Examples:
  plumb order -p pendulum -m erk4 --steps 5e-3,2.5e-3,1.25e-3,6.25e-4
  plumb order -p 'pendulum(rate=2)' -m 'degree4(start=accurate)' --t-end 2 --steps 0.01,5e-3,2.5e-3,1.25e-3 --precision quad
  plumb order -p pendulum -f index3 -m hht --steps 1e-2,5e-3,2e-3,1e-3 --class q.translation,q.angle,v,lambda
  plumb order study.toml --store study.db             a line for each group of cells that differ in their step only
  plumb order sets.toml --set lms --format csv        the cells of a named set of the file

The order is the slope of ln(error) on ln(step) over the longest window whose slopes agree; the error is the rms over at
most 16 times of the run that all steps share (--samples; experiment files say theirs), and the range of steps of the
window stands beside the verdict, which says nothing of others. Superconvergent is what the error at the end shows too, of
q and of v. Errors are above 10 x the floors of reference, rounding and Newton tolerance, and at least 4 points over a
factor 8 in the step.
The interval beside it is the scatter of the points about their line, and no bound of the limit at small steps.
Exit code 1: reduced or diverging; 6: no window because of the reference's digits; 4: no window. Of several orders the
first of these that occurs.)";

std::vector<std::string> classes_of(const OrderOptions& options) {
  std::vector<std::string> out;
  for (const auto& list : options.classes)
    for (const auto& spec : expand(list)) out.push_back(spec.name);
  return out.empty() ? std::vector<std::string>{"q", "v"} : out;
}

/// The places of cells that differ in their step only, in the order in which they were named.
using Series = std::vector<std::uint32_t>;

std::vector<Series> series_of(const Cells& cells) {
  std::vector<Series> out;
  std::map<std::string, std::size_t> known;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    Cell without_step = cells[i].text();
    without_step.step = "1";
    const auto [at, is_new] = known.emplace(id(without_step), out.size());
    if (is_new) out.emplace_back();
    out[at->second].push_back(static_cast<std::uint32_t>(i));
  }
  return out;
}

/// What a cell has an order of: classes of components, and outputs.
std::vector<std::string> classes_of(const ResolvedCell& cell) {
  auto out = component_classes(Subject(cell));
  for (const auto& output : cell.problem().outputs) out.push_back(output.name);
  return out;
}

/// Throws UsageError where no series has a class that is asked for.
void require_classes(const std::vector<std::string>& wanted, const Cells& cells, const std::vector<Series>& all) {
  std::vector<std::string> known;
  for (const auto& series : all)
    for (const auto& name : classes_of(cells[series.front()]))
      if (std::ranges::count(known, name) == 0) known.push_back(name);
  for (const auto& name : wanted)
    if (std::ranges::count(known, name) == 0)
      throw UsageError(fmt::format("--class: '{}' is not allowed; known: {}", name, fmt::join(known, ", ")));
}

std::vector<std::string> classes_that_exist(const std::vector<std::string>& wanted, const ResolvedCell& cell) {
  const auto known = classes_of(cell);
  std::vector<std::string> out;
  std::copy_if(wanted.begin(), wanted.end(), std::back_inserter(out),
               [&](const auto& name) { return std::ranges::count(known, name) != 0; });
  return out;
}

/// Throws UsageError, at its place in a file, if the method of a cell has no order in the step.
void require_fixed_step(const CellRequest& request, const ResolvedCell& cell) {
  const auto& method = cell.method().info;
  if (method.fixed_step) return;
  const auto refusal = fmt::format("order: {} chooses its own steps, so it has no order in the step", method.name);
  if (request.where.empty()) throw UsageError(refusal);
  throw UsageError(fmt::format("{}: {}; leave it out, as by without = {{method = \"{}\"}}", request.place_of("method"),
                               refusal, request.method.text()));
}

/// As many times as all cells step on, at most `order_times`: of other times each step size would have its own.
std::int64_t common_times(const Cells& cells) {
  std::int64_t steps = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) steps = std::gcd(steps, cells[i].steps());
  auto times = std::max<std::int64_t>(std::min(order_times, steps), 1);
  while (steps % times != 0) --times;
  return times;
}

NotedCells cells_of(const OrderOptions& options) {
  if (options.study.empty()) {
    if (!options.set.empty()) throw UsageError("order: --set is one of a study file, which is missing");
    if (options.axes.problem.empty() || options.axes.method.empty() || options.axes.step.empty())
      throw UsageError("order: give a problem (-p), a method (-m) and steps (--steps), or an experiment file (TOML)");
    auto axes = options.axes;
    auto& samples = *axes.values("samples");
    if (!samples.empty()) return cells_of(axes, require_fixed_step);
    samples = {std::to_string(order_times)};
    auto out = cells_of(axes, require_fixed_step);
    const auto times = common_times(out.cells);
    if (times == order_times) return out;
    samples = {std::to_string(times)};
    return cells_of(axes, require_fixed_step);
  }
  if (any_given(options.axes))
    throw UsageError("order: give an experiment file or -p, -f, -m, -s and settings, not both");
  if (options.log_ratio)
    throw UsageError("order: --log-ratio is of points, which an experiment file's lines do not show");
  return cells_of(experiment_from_file(options.study, options.set), require_fixed_step);
}

/// What breakpoints make of an order. Of a derivative k of q that jumps, a step over it leaves an error of the order
/// k − 1; accelerations that jump at the end of a step are taken from one side of it, which leaves order 1 too. Where
/// methods begin anew neither happens. Empty: nothing.
std::string limit_by_breakpoints(const std::vector<ResolvedCell>& cells) {
  const auto& first = cells.front();
  if (std::ranges::all_of(cells, [](const ResolvedCell& cell) { return cell.text().restarts; })) return {};
  const quad end = first.t_end<quad>();
  std::string out;
  for (const auto& at : first.problem().breakpoints(first.data())) {
    if (!(at.time < end)) break;
    const auto misses = [&](const ResolvedCell& cell) {
      const quad steps = (at.time - cell.t_begin<quad>()) / cell.step<quad>();
      return abs(steps - round(steps)) > quad(1e-9) * steps;
    };
    if (at.derivative > 2 && std::ranges::none_of(cells, misses)) continue;
    out += fmt::format("{}{:g} s (order {})", out.empty() ? "" : ", ", static_cast<double>(at.time), at.derivative - 1);
  }
  if (out.empty()) return out;
  return fmt::format(
      "{}: steps go over places where the motion is not smooth, or end there with forces that jump, which "
      "bounds the order (see --breaks restarted): {}",
      first.method().info.name, out);
}

/// Why components have no order where outputs are stored; empty: they may have one.
std::string limit_by_stored_outputs(const ResolvedCell& cell, const std::vector<std::string>& wanted) {
  const auto components = component_classes(Subject(cell));
  const auto has_none = [&](const std::string& name) { return std::ranges::count(components, name) != 0; };
  const auto& problem = cell.problem();
  if (std::ranges::none_of(wanted, has_none) || !stored_outputs(problem, physical_data(problem, cell.data())))
    return {};
  std::vector<std::string> names;
  for (const auto& output : problem.outputs) names.push_back(output.name);
  return fmt::format("the stored reference of {} has outputs alone: --class {}", problem.name, fmt::join(names, ","));
}

/// A study that cannot be made is a result where others are made beside it.
OrderMeasurement without_window(const std::vector<ResolvedCell>& cells, const std::vector<std::string>& classes,
                                const std::string& reason) {
  OrderMeasurement out{.cells = cells, .results = {}, .classes = {}};
  for (const auto& name : classes) {
    out.classes.push_back({name, {}});
    out.classes.back().result.verdict = OrderVerdict::no_window;
    out.classes.back().result.reason = reason;
  }
  return out;
}

/// Measures one order study after the other.
class OrderStudies {
 public:
  explicit OrderStudies(const OrderOptions& chosen) : options(chosen) {}

  Exit run() {
    const auto classes = classes_of(options);
    const auto [cells, notes] = cells_of(options);
    for (const auto& text : notes) note(text);
    const auto all = series_of(cells);
    require_classes(classes, cells, all);
    if (!options.store.empty()) store = std::make_unique<Store>(options.store);
    for (const auto& series : all) {
      tell_breakpoints(cells, series);
      if (const auto limit = limit_by_stored_outputs(cells[series.front()], classes); !limit.empty()) note(limit);
      auto study = measured(cells, series, classes);
      line.clear();
      if (study.stop.stopped()) {
        stop = study.stop;
        break;
      }
      if (one_by_one) print((studies.empty() ? "" : "\n") + full_report(study, options.log_ratio));
      studies.emplace_back(study);
    }
    if (!one_by_one) print(printed());
    if (!stop.stopped()) return exit_of(studies);
    const auto [why, exit] = stop_of(stop);
    note(fmt::format("{}; {} of {} series measured", why, studies.size(), all.size()));
    return exit;
  }

 private:
  static void tell_breakpoints(const Cells& all, const Series& series) {
    std::vector<ResolvedCell> cells;
    for (const auto place : series) cells.push_back(all[place]);
    if (const auto limit = limit_by_breakpoints(cells); !limit.empty()) note(limit);
  }
  OrderMeasurement measured(const Cells& all, const Series& series, const std::vector<std::string>& wanted) {
    std::vector<ResolvedCell> cells;
    for (const auto place : series) cells.push_back(all[place]);
    const auto classes = classes_that_exist(wanted, cells.front());
    const MatrixOptions matrix{.jobs = options.jobs,
                               .global_timeout = options.timeout,
                               .store = store.get(),
                               .progress = [this](const std::string& text) { line.show(text); },
                               .progress_interval = terminal ? 0.25 : 10,
                               .begin = begin};
    if (options.study.empty()) return measured_order(cells, matrix, classes);
    try {
      return measured_order(cells, matrix, classes);
    } catch (const UsageError& e) {  // no reference
      return without_window(cells, classes, e.what());
    }
  }

  std::string printed() const {
    if (format == TableFormat::json)
      return order_json(studies).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
    return plumb::printed(is_for_people(format) ? order_lines(studies) : order_table(studies), format);
  }

  const OrderOptions& options;
  const TableFormat format = table_format(options.json ? "json" : options.format);
  const bool one_by_one = format == TableFormat::text && options.study.empty();
  const bool terminal = stderr_is_terminal();
  const std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
  StatusLine line{terminal};
  const Interruption interruption{};  // between two series, too
  std::unique_ptr<Store> store;
  std::vector<JudgedStudy> studies;
  PoolOutcome stop;
};

}  // namespace

void add_order(CLI::App& app, Exit& exit) {
  auto& verb = *app.add_subcommand("order", "observed order of convergence, with a verdict");
  auto options = std::make_shared<OrderOptions>();
  verb.add_option("EXPERIMENT", options->study, "experiment file (TOML) instead of -p, -f, -m, -s: a line an order");
  verb.add_option("--set", options->set, "the cells of this set of the experiment file instead of its [[cells]]")
      ->type_name("NAME");
  add_axes(verb, options->axes);
  add_values(verb, "--class", options->classes, "NAME,..",
             "classes of components: q, v (default), a, lambda, q.rotation, ...; or outputs of the problem");
  add_jobs(verb, options->jobs);
  add_total_timeout(verb, options->timeout);
  add_store_or_out(verb, options->store, "what it holds is not run again");
  verb.add_flag("--log-ratio", options->log_ratio,
                "log e/log h of every point beside its slope, as some papers print it; no order");
  add_format(verb, options->format);
  add_json(verb, options->json, "an array, one object a class");
  verb.footer(order_examples);
  verb.callback([options, &exit] { exit = OrderStudies(*options).run(); });
}

}  // namespace plumb
