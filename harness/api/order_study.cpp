#include "harness/api/order_study.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>

#include "harness/api/conduct.hpp"
#include "harness/judge/self_convergence.hpp"
#include "harness/run/metric_column.hpp"
#include "reference/solution.hpp"
#include "text/exit_codes.hpp"
#include "text/mistakes.hpp"
#include "text/selector.hpp"

namespace plumb {
namespace {

/// Returns the classes of components and outputs whose order a cell can measure.
std::vector<std::string> classes_of(const ResolvedCell& cell) {
  auto out = component_classes(Subject(cell));
  for (const auto& output : cell.problem().outputs) out.push_back(output.name);
  return out;
}

/// Throws UsageError if the method of a cell chooses its own steps. For a request from a file, the error has the
/// location of the method in this file.
void require_fixed_step(const CellRequest& request, const ResolvedCell& cell) {
  const auto& method = cell.method().info;
  if (method.fixed_step) return;
  const auto refusal =
      fmt::format("order: {} chooses its own steps, so it has no order of convergence in the step size", method.name);
  if (!request.where.file) throw UsageError(refusal);
  throw request.place_of("method").refusal(
      fmt::format("{}; exclude it, for example by without = {{method = \"{}\"}}", refusal, request.method.text()));
}

/// Returns the largest number of equidistant times, at most `order_times`, that are ends of steps in all cells.
std::int64_t common_times(const Cells& cells) {
  std::int64_t steps = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) steps = std::gcd(steps, cells[i].steps());
  auto times = std::max<std::int64_t>(std::min(order_times, steps), 1);
  while (steps % times != 0) --times;
  return times;
}

/// Returns whether the axes have the reference "self", and replaces it by "none". Throws UsageError if they have
/// another reference as well.
bool take_self_reference(Axes& axes) {
  auto& references = *axes.values("reference");
  if (std::ranges::find(references, "self") == references.end()) return false;
  if (references.size() > 1) throw contradiction("--reference: self cannot be combined with another reference");
  references = {"none"};
  return true;
}

/// Returns the cells of the axes.
NotedCells cells_of_orders(Axes axes) {
  auto& samples = *axes.values("samples");
  if (!samples.empty()) return cells_of(axes, require_fixed_step);
  samples = {std::to_string(order_times)};
  auto out = cells_of(axes, require_fixed_step);
  const auto times = common_times(out.cells);
  if (times == order_times) return out;
  samples = {std::to_string(times)};
  return cells_of(axes, require_fixed_step);
}

NotedCells cells_of_orders(const StudyOrAxes& source) {
  if (!source.study.empty() || !are_whole(source.axes)) return cells_of(source, require_fixed_step);
  return cells_of_orders(source.axes);
}

/// Returns the component classes and outputs of comma-separated lists: {"q,v", "energy"} gives q, v, energy. No list
/// means "q,v".
std::vector<std::string> requested_classes(const std::vector<std::string>& lists) {
  std::vector<std::string> out;
  for (const auto& list : lists)
    for (const auto& spec : expand(list)) out.push_back(spec.name);
  return out.empty() ? std::vector<std::string>{"q", "v"} : out;
}

/// Indices of cells that differ only in their step size, in ascending order of the indices.
using StepSeries = std::vector<std::uint32_t>;

std::vector<StepSeries> series_of(const Cells& cells) {
  std::vector<StepSeries> out;
  std::map<std::string, std::size_t> known;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    Cell without_step = cells[i].text();
    without_step.step = "1";
    const auto [entry, is_new] = known.emplace(id(without_step), out.size());
    if (is_new) out.emplace_back();
    out[entry->second].push_back(static_cast<std::uint32_t>(i));
  }
  return out;
}

std::vector<ResolvedCell> cells_at(const Cells& cells, const StepSeries& places) {
  std::vector<ResolvedCell> out;
  for (const auto place : places) out.push_back(cells[place]);
  return out;
}

/// Throws UsageError if no series has one of the classes.
void require_classes(const std::vector<std::string>& requested, const Cells& cells,
                     const std::vector<StepSeries>& all) {
  std::vector<std::string> known;
  for (const auto& series : all)
    for (const auto& name : classes_of(cells[series.front()]))
      if (std::ranges::count(known, name) == 0) known.push_back(name);
  for (const auto& name : requested)
    if (std::ranges::count(known, name) == 0)
      throw no_such("--class: '{}' is not allowed; known: {}", name, fmt::join(known, ", "));
}

std::vector<std::string> existing_classes(const std::vector<std::string>& requested, const ResolvedCell& cell) {
  const auto known = classes_of(cell);
  std::vector<std::string> out;
  std::copy_if(requested.begin(), requested.end(), std::back_inserter(out),
               [&](const auto& name) { return std::ranges::count(known, name) != 0; });
  return out;
}

/// Returns a note if discontinuities of the motion limit the order; else an empty text. If the k-th derivative of q
/// jumps, steps across the jump limit the order to k − 1. If accelerations jump at the end of a step, they are
/// evaluated only on one side of the jump, which limits the order to 1. There is no limit if methods restart at the
/// discontinuities.
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
      "{}: discontinuities of the motion limit the order, because steps cross them or forces jump at their ends (see "
      "--breaks restarted): {}",
      first.method().info.name, out);
}

/// Returns an error message if `requested` contains components (q, v, ..), but the stored reference has only outputs.
/// Empty: all of them can be measured.
std::string limit_by_stored_outputs(const ResolvedCell& cell, const std::vector<std::string>& requested) {
  const auto components = component_classes(Subject(cell));
  const auto has_none = [&](const std::string& name) { return std::ranges::count(components, name) != 0; };
  const auto& problem = cell.problem();
  if (std::ranges::none_of(requested, has_none) || !stored_outputs(problem, physical_data(problem, cell.data())))
    return {};
  std::vector<std::string> names;
  for (const auto& output : problem.outputs) names.push_back(output.name);
  return fmt::format("the stored reference of {} has outputs only: --class {}", problem.name, fmt::join(names, ","));
}

/// Returns a result with the verdict `no_window` and this reason for every class, for a study that cannot be measured.
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

/// Measures the order of a series. Only in a study file, a missing reference is a result.
OrderMeasurement measured_series(const OrderSeries& series, const std::vector<std::string>& classes, bool is_of_file,
                                 const MatrixOptions& options) {
  if (series.is_self) return self_converged_order(series.cells, options, classes);
  if (!is_of_file) return measured_order(series.cells, options, classes);
  try {
    return measured_order(series.cells, options, classes);
  } catch (const UsageError& e) {
    return without_window(series.cells, classes, e.what());
  }
}

}  // namespace

Orders measured_orders(OrderRequest request, const Conduct& conduct, const OrderEvents& events) {
  const bool is_of_file = !request.source.study.empty();
  const auto classes = requested_classes(request.classes);
  const bool is_self = !is_of_file && take_self_reference(request.source.axes);
  Orders out;
  const auto add_note = [&](const std::string& text) {
    if (text.empty()) return;
    out.notes.push_back(text);
    if (conduct.note) conduct.note(text);
  };
  const auto requested = cells_of_orders(request.source);
  for (const auto& text : requested.notes) add_note(text);
  const auto all = series_of(requested.cells);
  out.series = all.size();
  require_classes(classes, requested.cells, all);
  const Conducted conducted(conduct);
  for (const auto& places : all) {
    const OrderSeries series{cells_at(requested.cells, places), is_self};
    add_note(limit_by_breakpoints(series.cells));
    add_note(limit_by_stored_outputs(series.cells.front(), classes));
    if (events.begins) events.begins(series);
    const auto study =
        measured_series(series, existing_classes(classes, series.cells.front()), is_of_file, conducted.options);
    out.ending = study.stop;
    if (out.ending.stopped()) break;
    if (events.measured) events.measured(study);
    out.studies.emplace_back(study);
  }
  return out;
}

}  // namespace plumb
