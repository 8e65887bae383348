#include "harness/paper/laboratory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "harness/judge/measured_uncertainty.hpp"
#include "harness/judge/order_measurement.hpp"
#include "harness/paper/criterion.hpp"
#include "harness/paper/slope.hpp"
#include "harness/run/lost_reference.hpp"
#include "harness/run/metric_column.hpp"
#include "harness/run/uncertain_metric.hpp"
#include "methods/analysis/formula.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

Measured no_number(std::string why, bool ran = true) { return {{}, std::move(why), ran}; }

/// Returns a value without a number, for a run with status ok that lacks the metric, with the reason as its note.
Measured without(const RunResult& run, const std::string& metric) {
  auto out = no_number(fmt::format("the run has no metric {}", metric));
  out.lost_at = lost_at(run, metric);
  if (out.lost_at) out.note = fmt::format("{}: the reference is {}", metric, lost_text(*out.lost_at));
  return out;
}

std::string failure(const RunResult& r) { return fmt::format("{} {}", name(r.status), r.reason); }

}  // namespace

Measured Laboratory::value(const Quantity& q) {
  if (is_final_output(q)) return final_output(q);
  switch (q.kind) {
    case QuantityKind::metric: return metric(q);
    case QuantityKind::counter: return counter(q);
    case QuantityKind::iterations: return iterations(q);
    case QuantityKind::order: return order(q);
    case QuantityKind::slope: return slope(q);
    case QuantityKind::status: return status(q);
    case QuantityKind::log_ratio: return log_ratio(q);
    case QuantityKind::published: return {q.published, "printed in the paper"};
    default: break;
  }
  const auto known = other_values.find(q.key());
  return known == other_values.end() ? no_number("did not run", false) : known->second;
}

const RunResult* Laboratory::result(const ResolvedCell& cell) const {
  const auto found = results.find(cell.id());
  return found == results.end() ? nullptr : &found->second;
}

Measured Laboratory::metric(const Quantity& q) const {
  const auto* r = result(q.cells.front());
  if (!r) return no_number("did not run", false);
  if (broke_down(r->status) && !q.is_timing()) return {unbounded, failure(*r)};
  // The time of an aborted run must not be compared with the time of a complete run.
  if (r->status != Status::ok) return no_number(failure(*r));
  const auto value = metric_of(*r, q.name);
  if (!value && !q.is_timing()) return without(*r, q.name);
  if (q.is_timing() && r->timing.repeats == 1) return {value, "timed once"};
  const auto uncertainty = is_below_uncertainty(*r, q.name) ? metric_uncertainty(*r, q.name) : std::nullopt;
  const auto* what = r->reference_uncertainty.contains(q.name) ? "the reference" : "W";
  return {value, uncertainty ? fmt::format("no larger than the uncertainty of {}: {}", what,
                                           uncertain_text(*value, *uncertainty))
                             : ""};
}

Measured Laboratory::final_output(const Quantity& q) const {
  const auto* r = result(q.cells.front());
  if (!r) return no_number("did not run", false);
  if (lost_numbers(r->status) && !std::isnan(r->final_state.t)) return {unbounded, {}};
  if (r->status != Status::ok) return no_number(failure(*r));
  return {r->final_state.outputs.at(q.name), {}};
}

Measured Laboratory::status(const Quantity& q) const {
  const auto* r = result(q.cells.front());
  if (!r) return no_number("did not run", false);
  Measured out{.number = {}, .note = r->reason, .word = std::string(name(r->status))};
  if (r->status != Status::ok)
    out.note += fmt::format("{}after {} s", r->reason.empty() ? "" : ", ", shortest(r->t_reached));
  return out;
}

Measured Laboratory::log_ratio(const Quantity& q) const {
  auto out = metric(q);
  if (!out.number || !std::isfinite(*out.number)) return out;
  out.note = fmt::format("{} is {}", q.name, significant(*out.number, 4));
  out.number = std::log(*out.number) / std::log(q.cells.front().step<double>());
  return out;
}

Measured Laboratory::counter(const Quantity& q) const {
  const auto* r = result(q.cells.front());
  if (!r) return no_number("did not run", false);
  if (r->status != Status::ok) return no_number(failure(*r));
  Counters::Count count, steps = r->counters.steps;
  for_each_counter(r->counters, [&](std::string_view name, const Counters::Count& c) {
    if (name == q.name) count = c;
  });
  if (!count || !steps || *steps == 0) return no_number(fmt::format("the run has no counter {}", q.name));
  return {static_cast<double>(*count) / static_cast<double>(*steps), {}};
}

Measured Laboratory::iterations(const Quantity& q) const {
  auto out = counter(q);
  const auto& cell = q.cells.front();
  if (out.number) *out.number /= stages_per_step(cell.method(), cell.options());
  return out;
}

/// Returns a value without a number, with the reason as its note, if a step has no error. The note is empty if all
/// steps have errors.
Measured Laboratory::without_error(const Quantity& q) const {
  for (const auto& cell : q.cells) {
    const auto* run = result(cell);
    if (!run) return no_number("did not run", false);
    if (run->status != Status::ok) return no_number(failure(*run));
    if (!metric_of(*run, q.name)) return without(*run, q.name);
  }
  return {};
}

Measured Laboratory::order(const Quantity& q) const {
  if (auto out = without_error(q); !out.note.empty()) return out;
  const auto found = observed_order(points(q));
  if (!found.order) return no_number(found.reason);
  return {*found.order,
          fmt::format("95 % interval of the fit {:.3f} to {:.3f}", found.interval->first, found.interval->second)};
}

std::vector<OrderPoint> Laboratory::points(const Quantity& q) const {
  std::vector<const RunResult*> runs;
  for (const auto& cell : q.cells) runs.push_back(result(cell));
  return order_points(q.cells, q.name, runs, measured_uncertainties(q.cells, q.name, runs));
}

Measured Laboratory::slope(const Quantity& q) const {
  if (auto out = without_error(q); !out.note.empty()) return out;
  const auto out = fitted_slope(points(q));
  return out ? Measured{*out, {}} : no_number("an error is 0, or there is only one step");
}

std::vector<Laboratory::PartialSlope> Laboratory::partial_slopes(const Quantity& q) const {
  constexpr std::size_t least = 3;
  auto rest = points(q);
  std::ranges::sort(rest, std::ranges::less{}, &OrderPoint::h);
  std::vector<PartialSlope> out;
  while (rest.size() > least) {
    rest.pop_back();
    if (const auto slope = fitted_slope(rest)) out.push_back({static_cast<double>(rest.back().h), *slope});
  }
  return out;
}

}  // namespace plumb
