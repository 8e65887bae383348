#include "harness/paper/laboratory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "harness/judge/floors.hpp"
#include "harness/judge/order.hpp"
#include "harness/text/number_text.hpp"
#include "methods/analysis/formula.hpp"

namespace plumb {
namespace {

constexpr double motion_floor = 1e-25;  // exact motions carry at least 25 digits
constexpr double infinite = std::numeric_limits<double>::infinity();

Measured missing(std::string why, bool ran = true) { return {{}, std::move(why), ran}; }

std::string failure(const RunResult& r) { return fmt::format("{} {}", name(r.status), r.reason); }

// Below it an error says nothing: of an energy also what the work that it is compared with may be off.
quad reference_floor(const RunResult& r, bool of_energy) {
  return of_energy && r.work ? std::max<quad>(motion_floor, r.work->uncertainty) : quad(motion_floor);
}

}  // namespace

Measured Laboratory::value(const Quantity& q) {
  switch (q.kind) {
    case QuantityKind::metric: return metric(q);
    case QuantityKind::counter: return counter(q);
    case QuantityKind::iterations: return iterations(q);
    case QuantityKind::order: return order(q);
    case QuantityKind::status: return status(q);
    case QuantityKind::log_ratio: return log_ratio(q);
    case QuantityKind::published: return {q.published, "printed in the paper"};
    default: break;
  }
  const auto known = alone.find(q.key());
  return known == alone.end() ? missing("did not run", false) : known->second;
}

const RunResult* Laboratory::result(const ResolvedCell& cell) const {
  const auto found = results.find(cell.id());
  return found == results.end() ? nullptr : &found->second;
}

Measured Laboratory::metric(const Quantity& q) const {
  const auto* r = result(q.cells.front());
  if (!r) return missing("did not run", false);
  if (q.is_timing()) return {r->timing.seconds, {}};
  if (r->status == Status::non_finite || r->status == Status::newton_diverged || r->status == Status::singular)
    return {infinite, failure(*r)};  // it blew up
  if (r->status != Status::ok) return missing(failure(*r));
  const auto found = r->metrics.find(q.name);
  if (found == r->metrics.end() || !found->second) return missing(fmt::format("the run has no metric {}", q.name));
  return {*found->second, {}};
}

Measured Laboratory::status(const Quantity& q) const {
  const auto* r = result(q.cells.front());
  if (!r) return missing("did not run", false);
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
  if (!r) return missing("did not run", false);
  if (r->status != Status::ok) return missing(failure(*r));
  Counters::Count count, steps = r->counters.steps;
  for_each_counter(r->counters, [&](std::string_view name, const Counters::Count& c) {
    if (name == q.name) count = c;
  });
  if (!count || !steps || *steps == 0) return missing(fmt::format("the run has no counter {}", q.name));
  return {static_cast<double>(*count) / static_cast<double>(*steps), {}};
}

Measured Laboratory::iterations(const Quantity& q) const {
  auto out = counter(q);
  const auto& cell = q.cells.front();
  if (out.number) *out.number /= stages_per_step(cell.method(), cell.options());
  return out;
}

Measured Laboratory::order(const Quantity& q) const {
  std::vector<OrderPoint> points;
  for (const auto& cell : q.cells) {
    const auto* r = result(cell);
    if (!r) return missing("did not run", false);
    const auto found = r->metrics.find(q.name);
    if (r->status != Status::ok || found == r->metrics.end() || !found->second) return missing(failure(*r));
    const bool of_energy = q.name.starts_with("energy.");
    const auto of = of_energy ? "energy" : q.name.substr(q.name.find('.') + 1);
    points.push_back({.h = cell.step<quad>(),
                      .error = *found->second,
                      .reference_floor = reference_floor(*r, of_energy),
                      .rounding_floor = rounding_floor(cell, of)});
  }
  const auto found = observed_order(points);
  if (!found.order) return missing(found.reason);
  return {*found.order, fmt::format("95 % interval {:.3f} to {:.3f}", found.interval->first, found.interval->second)};
}

}  // namespace plumb
