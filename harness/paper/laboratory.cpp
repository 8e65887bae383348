#include "harness/paper/laboratory.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <future>
#include <limits>
#include <mutex>

#include "harness/judge/floors.hpp"
#include "harness/judge/order.hpp"
#include "harness/paper/beyond_runs.hpp"
#include "harness/run/run_cell.hpp"
#include "harness/schedule/interruption.hpp"
#include "harness/text/number_text.hpp"
#include "methods/analysis/formula.hpp"

namespace plumb {
namespace {

constexpr double reference_floor = 1e-25;  // exact motions carry at least 25 digits
constexpr double infinite = std::numeric_limits<double>::infinity();

Measured missing(std::string why, bool ran = true) { return {{}, std::move(why), ran}; }

std::string failure(const RunResult& r) { return fmt::format("{} {}", name(r.status), r.reason); }

// Titles are for people and leave out what a key needs.
std::string key(const Quantity& q) {
  auto out = fmt::format("{} {} {} {} {} {} {} {} {}", static_cast<int>(q.kind), q.name, q.threshold, q.method.text(),
                         q.damping, fmt::join(q.omega_dt, ","), fmt::join(q.dt_nt, ","), q.smallest,
                         q.minus ? q.minus->text() : "");
  for (const auto& cell : q.cells) out += " " + cell.id();
  return out;
}

bool needs_more_than_a_run(const Quantity& q) {
  switch (q.kind) {
    case QuantityKind::largest:
    case QuantityKind::maximum:
    case QuantityKind::minimum:
    case QuantityKind::at_end:
    case QuantityKind::deviation_time:
    case QuantityKind::stability_limit:
    case QuantityKind::spectral_radius:
    case QuantityKind::linear:
    case QuantityKind::property:
    case QuantityKind::coefficient:
    case QuantityKind::prediction: return true;
    default: return false;
  }
}

}  // namespace

void Laboratory::measure(const std::vector<const Quantity*>& quantities) {
  std::vector<ResolvedCell> cells;
  std::vector<const Quantity*> others;
  for (const auto* q : quantities) {
    if (needs_more_than_a_run(*q)) {
      const auto known = [&](const auto* o) { return key(*o) == key(*q); };
      if (!alone.contains(key(*q)) && std::none_of(others.begin(), others.end(), known)) others.push_back(q);
      continue;
    }
    for (const auto& cell : q->cells)
      if (!result(cell)) cells.push_back(cell);
  }
  if (!cells.empty() && !was_interrupted) {
    const auto outcome = run_matrix(cells, options);
    for (std::size_t i = 0; i < cells.size(); ++i)
      if (outcome.results[i]) results.insert_or_assign(cells[i].id(), *outcome.results[i]);
    was_interrupted = outcome.interrupted;
  }
  if (!was_interrupted) measure_alone(others);
}

// In parallel; Ctrl-C is looked for between the pieces and inside of runs.
void Laboratory::measure_alone(const std::vector<const Quantity*>& quantities) {
  const Interruption interruption;
  StopRequest stop{Status::ok};
  std::atomic<std::size_t> next = 0;
  std::mutex guard;
  auto reported = std::chrono::steady_clock::now();
  const auto work = [&] {
    for (std::size_t i = next++; i < quantities.size() && stop == Status::ok; i = next++) {
      if (options.progress) {
        const std::lock_guard lock(guard);
        const std::chrono::duration<double> since = std::chrono::steady_clock::now() - reported;
        if (since.count() >= options.progress_interval) {
          options.progress(fmt::format("{} of {}: {}", i + 1, quantities.size(), quantities[i]->title()));
          reported = std::chrono::steady_clock::now();
        }
      }
      auto value = measured_beyond_run(*quantities[i], options.store, stop);
      const std::lock_guard lock(guard);
      if (stop == Status::ok) alone.emplace(key(*quantities[i]), std::move(value));
    }
  };
  std::vector<std::future<void>> workers;
  for (int i = 0; i < options.jobs; ++i) workers.push_back(std::async(std::launch::async, work));
  for (auto& worker : workers)
    while (worker.wait_for(std::chrono::milliseconds(50)) != std::future_status::ready)
      if (interruption.requested()) stop = Status::interrupted;
  was_interrupted = stop != Status::ok;
  for (auto& worker : workers) worker.get();
}

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
  const auto known = alone.find(key(q));
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
    const auto of = q.name.substr(q.name.find('.') + 1);
    points.push_back({.h = cell.step<quad>(),
                      .error = *found->second,
                      .reference_floor = reference_floor,
                      .rounding_floor = rounding_floor(cell, of)});
  }
  const auto found = observed_order(points);
  if (!found.order) return missing(found.reason);
  return {*found.order, fmt::format("95 % interval {:.3f} to {:.3f}", found.interval->first, found.interval->second)};
}

}  // namespace plumb
