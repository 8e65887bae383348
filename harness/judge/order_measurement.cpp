#include "harness/judge/order_measurement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "harness/run/metric_column.hpp"
#include "harness/schedule/cost.hpp"
#include "text/exit_codes.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

quad error(const RunResult* run, std::string_view metric) {
  const quad unknown = std::numeric_limits<quad>::quiet_NaN();
  if (!run) return unknown;
  if (broke_down(run->status)) return std::numeric_limits<quad>::infinity();
  const auto value = run->status == Status::ok ? metric_of(*run, metric) : std::nullopt;
  return value ? quad(*value) : unknown;
}

/// Returns the reason why the data of a cell have no reference; empty: there is a reference. May certify it.
std::string refusal_of(const ResolvedCell& cell) {
  try {
    uncertainty(cell, "rms.q");
    return {};
  } catch (const std::invalid_argument& e) {
    return fmt::format("order: {}; --reference self compares runs with steps h and h/2 instead", e.what());
  }
}

/// Returns "q" for "q.translation".
std::string base_class(const std::string& component_class) {
  return component_class.substr(0, component_class.find('.'));
}

/// Returns the observed order of one metric of a class; `metric` is "rms." or "end.".
OrderResult order_shown(const OrderMeasurement& m, const std::string& metric, const std::string& component_class) {
  std::vector<const RunResult*> runs;
  for (const auto& result : m.results) runs.push_back(result ? &*result : nullptr);
  return observed_order(
      order_points(m.cells, metric + component_class, runs),
      {.expected = expected_order(m.cells.front(), base_class(component_class)), .tolerance = slope_tolerance});
}

/// Returns the reason why a slope above the proven order is not the order of the method; empty if there is none.
/// The leading term of the error may vanish at one time, or in only one of q and v, and reappear in its integral or
/// derivative.
std::string doubt_about_more(const OrderMeasurement& m, const std::string& component_class) {
  if (m.cells.front().text().samples == 1) return "errors are measured at only one time";
  std::vector<std::string> all = {component_class};
  if (const auto base = base_class(component_class); base == "q" || base == "v")
    for (const auto* other : {"q", "v"})
      if (other != component_class) all.emplace_back(other);
  for (const auto& one : all)
    for (const auto* metric : {"rms.", "end."}) {
      const auto shown = order_shown(m, metric, one);
      if (!shown.expected || shown.verdict == OrderVerdict::superconvergent) continue;
      return shown.order ? fmt::format("{}{} has order {:.2f}", metric, one, *shown.order)
                         : fmt::format("{}{} has no order", metric, one);
    }
  return {};
}

/// Removes a slope that is not an order, and sets the reason.
void withdraw(OrderResult& result, const std::string& doubt) {
  result.reason = fmt::format(
      "slope {:.2f} where {} is expected, but {}; probably the leading error term nearly vanishes here; use another "
      "horizon or smaller steps",
      *result.order, shortest(*result.expected), doubt);
  result.verdict = OrderVerdict::no_window;
  result.order.reset();
  result.interval.reset();
  result.window.reset();
  for (auto& point : result.points) point.in_window = false;
}

/// Returns the proven order of the cell's method on its formulation. Methods without a proven order for the form have
/// none on ordinary formulations either: their first stage has the rate of the step before.
ProvenOrder proven_order(const ResolvedCell& subject) {
  const auto& formulation = subject.formulation();
  const auto of_form = [&](Form form) { return subject.method().proven_order(subject.options(), form); };
  const auto out = of_form(formulation.form);
  const bool is_known = out.position != 0 || out.velocity != 0;
  const bool is_ordinary = formulation.derivation && formulation.derivation->is_ordinary;
  return is_known && is_ordinary ? of_form(Form::index1) : out;
}

}  // namespace

std::optional<double> expected_order(const ResolvedCell& subject, const std::string& components) {
  const auto proven = proven_order(subject);
  const auto known = [](int order) { return order == 0 ? std::nullopt : std::optional<double>(order); };
  if (components == "lambda") return known(proven.multiplier);
  if (components != "q" && components != "v") return {};
  const bool depends = subject.problem().in_double.system(subject.data(), subject.formulation()).velocity_dependent();
  return known(components == "q" ? proven.of_position(depends) : proven.of_velocity(depends));
}

std::vector<OrderPoint> order_points(const std::vector<ResolvedCell>& cells, std::string_view metric,
                                     const std::vector<const RunResult*>& runs) {
  return order_points(cells, metric, runs, uncertainties(cells, metric, runs));
}

std::vector<OrderPoint> order_points(const std::vector<ResolvedCell>& cells, std::string_view metric,
                                     const std::vector<const RunResult*>& runs,
                                     const std::vector<Uncertainty>& floors) {
  std::vector<OrderPoint> out;
  for (std::size_t i = 0; i < cells.size(); ++i)
    out.push_back({cells[i].step<quad>(), error(runs[i], metric), floors[i]});
  return out;
}

ClassOrder class_order(const OrderMeasurement& m, const std::string& component_class) {
  auto over_run = order_shown(m, "rms.", component_class);
  if (over_run.verdict == OrderVerdict::superconvergent)
    if (const auto doubt = doubt_about_more(m, component_class); !doubt.empty()) withdraw(over_run, doubt);
  return {component_class, std::move(over_run)};
}

OrderStudy::OrderStudy(std::vector<ResolvedCell> cells, std::vector<std::string> classes)
    : measured_{.cells = std::move(cells), .results = {}, .classes = {}}, classes_(std::move(classes)) {
  std::ranges::stable_sort(measured_.cells, std::greater(),
                           [](const auto& cell) { return cell.template step<quad>(); });
  measured_.results.resize(measured_.cells.size());
}

Goal OrderStudy::goal() {
  return {.missing = [this] { return missing(); }};
}

Missing OrderStudy::missing() {
  switch (next_) {
    case Stage::reference:
      next_ = Stage::check;
      return {.references = {measured_.cells.front()}, .later = expected_runs()};
    case Stage::check: next_ = Stage::runs; return {.tasks = {check()}, .later = expected_runs()};
    case Stage::runs:
      if (!refusal_.empty()) break;
      next_ = Stage::orders;
      return {.runs = runs()};
    case Stage::orders: next_ = Stage::complete; return {.tasks = {orders()}};
    case Stage::complete: break;
  }
  return {};
}

Missing::Later OrderStudy::expected_runs() const {
  Missing::Later out{.tasks = std::ssize(measured_.cells)};
  for (const auto& cell : measured_.cells) out.seconds += weight(cell);
  return out;
}

std::vector<NeededRun> OrderStudy::runs() {
  std::vector<NeededRun> out;
  for (std::size_t i = 0; i < measured_.cells.size(); ++i)
    out.push_back(
        {.cell = measured_.cells[i], .ended = [this, i](const RunResult& result) { measured_.results[i] = result; }});
  return out;
}

/// Returns the task that requires a reference, so that no cell runs in vain.
NeededTask OrderStudy::check() {
  return certification([this]() -> Finish {
    return [this, refusal = refusal_of(measured_.cells.front())] {
      refusal_ = refusal;
      return true;
    };
  });
}

NeededTask OrderStudy::orders() {
  return certification([this]() -> Finish {
    std::vector<ClassOrder> found;
    for (const auto& component_class : classes_) found.push_back(class_order(measured_, component_class));
    return [this, found = std::move(found)] {
      measured_.classes = found;
      return true;
    };
  });
}

/// Returns a task that may certify the reference. Only cells are counted and have a timeout, so it is a prerequisite.
NeededTask OrderStudy::certification(std::function<Finish()> work) const {
  const auto& cell = measured_.cells.front();
  return {.task = {.seconds = 2 * reference_weight(cell),  // factor 2: two integrations certify the motion
                   .work = [work = std::move(work)](TaskState&) { return work(); },
                   .title = cell.problem().name,
                   .is_prerequisite = true}};
}

OrderMeasurement measured_order(std::vector<ResolvedCell> cells, const MatrixOptions& options,
                                const std::vector<std::string>& classes) {
  OrderStudy study(std::move(cells), classes);
  const auto outcome =
      reach({study.goal()}, {.pool = options.pool(), .store = options.store, .isolation = options.isolation});
  if (!study.refusal().empty()) throw UsageError(study.refusal());
  auto out = study.measured();
  out.stop = outcome;
  return out;
}

}  // namespace plumb
