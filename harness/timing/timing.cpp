#include "harness/timing/timing.hpp"

#include <sched.h>

#include <algorithm>
#include <optional>

#include "harness/run/environment.hpp"
#include "harness/run/static_pairs.hpp"

namespace plumb {
namespace {

/// Keeps this thread on its present core as long as the object lives, if the system allows it, so that the caches of
/// the core stay warm during the timing.
class Pinned {
 public:
  Pinned() {
    const int here = sched_getcpu();
    if (here < 0 || sched_getaffinity(0, sizeof before_, &before_) != 0) return;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(static_cast<std::size_t>(here), &one);
    if (sched_setaffinity(0, sizeof one, &one) == 0) core_ = here;
  }
  ~Pinned() {
    if (core_) sched_setaffinity(0, sizeof before_, &before_);
  }
  Pinned(const Pinned&) = delete;
  Pinned& operator=(const Pinned&) = delete;

  /// Returns the core. None: the machine did not allow it.
  std::optional<int> core() const { return core_; }

 private:
  cpu_set_t before_{};
  std::optional<int> core_;
};

/// Returns q and v of the final state, in the order of Runner::state. Empty if the result does not contain them.
std::vector<double> end_of(const RunResult& result) {
  auto out = result.final_state.q;
  out.insert(out.end(), result.final_state.v.begin(), result.final_state.v.end());
  return out;
}

TimedRun timed_run(const TimedCell& of, Binding binding) {
  const auto make = [cell = of.cell, binding] { return runner_of(cell, binding); };
  return {.run = make(), .steps = of.cell.steps(), .expected_state = end_of(of.result), .renew = make};
}

Timing timing_of(const Spread& seconds, std::int64_t steps) {
  Timing out{.seconds = seconds.median,
             .nanoseconds_per_step = 1e9 * seconds.median / static_cast<double>(steps),
             .repeats = seconds.count,
             .least = seconds.least};
  if (seconds.interval) {
    out.low = seconds.interval->low;
    out.high = seconds.interval->high;
  }
  return out;
}

/// Returns the indices of the cells that are ranked.
std::vector<std::size_t> ranked(const TimingSession& session) {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < session.cells.size(); ++i)
    if (session.cells[i].refusal.empty()) out.push_back(i);
  return out;
}

/// Computes the times from the samples of the cells and of the repeat run.
void take_times(TimingSession& session) {
  const auto places = ranked(session);
  if (places.empty()) return;
  if (const auto& of = session.cells[session.copy_of].samples; !of.empty() && of.size() == session.copy.size()) {
    session.copy_ratio = ratio_of(of, session.copy);
    session.noise = noise_of(*session.copy_ratio);
  }
  for (const auto i : places) {
    auto& cell = session.cells[i];
    cell.result.timing = timing_of(spread_of(cell.samples), cell.cell.steps());
    cell.result.timing.noise = session.noise;
    cell.result.timing.samples = cell.samples;
    cell.result.environment = current_environment();
  }
}

}  // namespace

void judge(TimingSession& session) {
  take_times(session);
  const auto places = ranked(session);
  for (const auto i : places) {
    auto& cell = session.cells[i];
    if (!session.fastest || *cell.result.timing.seconds < *session.cells[*session.fastest].result.timing.seconds)
      session.fastest = i;
    cell.rank = 1;
    for (const auto j : places)
      if (j != i && session.compared(j, i).standing == Standing::faster) ++cell.rank;
  }
}

Compared TimingSession::compared(std::size_t first, std::size_t second) const {
  Compared out{.ratio = ratio_of(cells[first].samples, cells[second].samples)};
  out.standing = first == second ? Standing::tie : standing_of(out.ratio, noise);
  if (first != second) widen(out.ratio, noise);
  return out;
}

std::vector<CheckedCell> checked_cells(const std::vector<ResolvedCell>& cells,
                                       const std::vector<std::optional<RunResult>>& results,
                                       const AccuracyBound& bound) {
  std::vector<CheckedCell> out;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto& result = results[i];
    out.push_back({cells[i], result.value_or(RunResult{}), result ? shortfall(*result, bound) : "it did not run"});
  }
  return out;
}

TimingSession timed(std::vector<CheckedCell> cells, const TimingPlan& plan, const Clock& clock, Binding requested) {
  TimingSession out;
  for (auto& checked : cells)
    out.cells.push_back({std::move(checked.cell), std::move(checked.result), std::move(checked.refusal), {}});
  const auto places = ranked(out);
  if (places.empty()) return out;
  out.is_static = requested == Binding::fastest && std::all_of(places.begin(), places.end(), [&](std::size_t i) {
                    return static_pair_of(out.cells[i].cell) != nullptr;
                  });
  const auto binding = out.is_static ? Binding::fastest : Binding::erased;
  std::vector<TimedRun> runs;
  for (const auto i : places) runs.push_back(timed_run(out.cells[i], binding));
  out.copy_of = *std::min_element(places.begin(), places.end(), [&](std::size_t a, std::size_t b) {
    return out.cells[a].result.timing.seconds < out.cells[b].result.timing.seconds;
  });
  runs.push_back(timed_run(out.cells[out.copy_of], binding));
  const Pinned pinned;
  auto samples = interleaved_samples(std::move(runs), plan, clock);
  out.core = pinned.core();
  out.load = load_of_machine();
  out.copy = std::move(samples.back().seconds);
  for (std::size_t k = 0; k < places.size(); ++k) {
    out.cells[places[k]].samples = std::move(samples[k].seconds);
    out.cells[places[k]].refusal = std::move(samples[k].failure);
  }
  judge(out);
  return out;
}

}  // namespace plumb
