#include "harness/paper/laboratory.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "harness/build_info.hpp"
#include "harness/order.hpp"
#include "methods/analysis/stability.hpp"
#include "reference/solution.hpp"

namespace plumb {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

Measured missing(std::string why, bool ran = true) { return {{}, std::move(why), ran}; }

std::string failure(const RunResult& r) { return fmt::format("{} {}", name(r.status), r.reason); }

/// First sample time at which an output is further from the exact solution than allowed; infinite if none is.
double first_deviation(const Cell& cell, std::string_view output, double threshold, const Trajectory& trajectory) {
  const auto& problem = problem_named(cell.problem);
  const auto data = parameters_from_text(problem.parameters, cell.problem_parameters, problem.name);
  const auto exact = solution(problem, data);
  const auto& formulation = formulation_named(problem, cell.formulation);
  Eigen::Index index = 0;
  while (problem.outputs.at(static_cast<std::size_t>(index)).name != output) ++index;
  for (const auto& sample : trajectory.samples)
    if (!(abs(sample.outputs[index] - exact->at(sample.t, formulation).outputs[index]) <= threshold))
      return sample.t.convert_to<double>();
  return infinite;
}

}  // namespace

void Laboratory::measure(const std::vector<const Quantity*>& quantities) {
  std::vector<Cell> cells;
  for (const auto* q : quantities) {
    if (q->kind == QuantityKind::deviation_time) continue;  // needs trajectories, which the matrix does not keep
    for (const auto& cell : q->cells)
      if (!result(cell)) cells.push_back(cell);
  }
  if (cells.empty() || was_interrupted) return;
  const auto outcome = run_matrix(cells, options);
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (outcome.results[i]) results.insert_or_assign(id(cells[i]), *outcome.results[i]);
  was_interrupted = was_interrupted || outcome.interrupted;
  store_hits += outcome.from_store;
}

Measured Laboratory::value(const Quantity& q) {
  switch (q.kind) {
    case QuantityKind::metric: return metric(q);
    case QuantityKind::counter: return counter(q);
    case QuantityKind::order: return order(q);
    case QuantityKind::deviation_time: return deviation_time(q);
    case QuantityKind::published: return {q.published, "printed in the paper"};
    case QuantityKind::stability_limit:
    case QuantityKind::spectral_radius: break;
  }
  auto& known = analysed[q.title()];
  if (!known.number && known.note.empty()) known = analysis(q);
  return known;
}

const RunResult* Laboratory::result(const Cell& cell) const {
  const auto found = results.find(id(cell));
  return found == results.end() ? nullptr : &found->second;
}

Measured Laboratory::metric(const Quantity& q) const {
  const auto* r = result(q.cells.front());
  if (!r) return missing("did not run", false);
  if (q.is_timing()) return {r->timing.seconds, {}};
  if (r->status == Status::non_finite) return {infinite, failure(*r)};
  if (r->status != Status::ok) return missing(failure(*r));
  const auto found = r->metrics.find(q.name);
  if (found == r->metrics.end() || !found->second) return missing(fmt::format("the run has no metric {}", q.name));
  return {*found->second, {}};
}

Measured Laboratory::counter(const Quantity& q) const {
  const auto* r = result(q.cells.front());
  if (!r) return missing("did not run", false);
  if (r->status != Status::ok) return missing(failure(*r));
  Counters::Count count, steps = r->counters.steps;
  for_each_counter(r->counters, [&](std::string_view name, const Counters::Count& c) {
    if (name == q.name) count = c;
  });
  if (!count || !steps || *steps == 0) return missing(fmt::format("the run has no counter {}", q.name));
  return {static_cast<double>(*count) / static_cast<double>(*steps), {}};
}

Measured Laboratory::order(const Quantity& q) const {
  std::vector<OrderPoint> points;
  for (const auto& cell : q.cells) {
    const auto* r = result(cell);
    if (!r) return missing("did not run", false);
    const auto found = r->metrics.find(q.name);
    if (r->status != Status::ok || found == r->metrics.end() || !found->second) return missing(failure(*r));
    // The references carry at least 25 digits, quad 33.
    points.push_back({.h = number_from_text<quad>(cell.step), .error = *found->second, .reference_floor = 1e-25,
                      .rounding_floor = cell.precision == Precision::quad_ ? 1e-29 : 0});
  }
  const auto found = observed_order(points);
  if (!found.order) return missing(found.reason);
  return {*found.order, fmt::format("95 % interval {:.3f} to {:.3f}", found.interval->first, found.interval->second)};
}

// The time is kept as a metric of the stored run, named by what it asks.
Measured Laboratory::deviation_time(const Quantity& q) {
  const auto& cell = q.cells.front();
  const auto metric_name = fmt::format("deviation.{}>{}", q.name, q.threshold);
  const auto fingerprint = build_info().source_fingerprint;
  std::optional<RunResult> known;
  if (options.store)
    if (auto stored = options.store->find(id(cell), fingerprint); stored && stored->result.metrics.contains(metric_name))
      known = stored->result, ++store_hits;
  if (!known) {
    if (was_interrupted) return missing("did not run", false);
    if (options.progress) options.progress(q.title());
    const StopRequest never{Status::ok};
    Trajectory trajectory;
    known = run_cell(cell, never, &trajectory);
    const double t = first_deviation(cell, q.name, number_from_text<double>(q.threshold), trajectory);
    known->metrics[metric_name] = std::isfinite(t) ? std::optional(t) : std::nullopt;
    if (options.store) options.store->put(cell, fingerprint, *known);
  }
  const auto& t = known->metrics[metric_name];
  if (!t) return {infinite, fmt::format("not within {} s", cell.t_end)};
  return {*t, {}};
}

Measured Laboratory::analysis(const Quantity& q) {
  const auto& method = method_named(q.method.name);
  const Parameters parameters(method.parameters, q.method.given);
  const auto damping = number_from_text<quad>(q.damping);
  if (q.kind == QuantityKind::stability_limit) {
    const auto found = stability_limit(method, parameters, damping);
    if (!found.failure.empty()) return missing(found.failure);
    return {found.limit.value_or(infinite), found.limit ? "" : "no limit up to omega h = 1e4"};
  }
  quad largest = 0;
  for (const auto& omega_dt : q.omega_dt) {
    const auto radius = spectral_radius(method, parameters, number_from_text<quad>(omega_dt), damping);
    if (!radius.value) return missing(radius.failure);
    largest = std::max(largest, *radius.value);
  }
  return {largest.convert_to<double>(), {}};
}

}  // namespace plumb
