#include "harness/timing/interleaved.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "contract/stop.hpp"
#include "harness/timing/spread.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

constexpr double of_a_slice = 5e-4;    // duration of a slice [s]: 1000 clock calls, less than a scheduler's time slice
constexpr double of_a_warm_up = 2e-2;  // duration of the warm-up [s]
constexpr std::int64_t fewest_slices = 20, most_slices = 20000, most_passes = 5;

/// Returns the smallest difference of two consecutive readings: the cost of reading the clock.
double cost_of(const Clock& clock) {
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 100; ++i) {
    const double begin = clock();
    least = std::min(least, clock() - begin);
  }
  return least;
}

/// A lane repeats one of the timed runs: when the run ends, it starts again.
class Lane {
 public:
  Lane(TimedRun& timed, const Clock& of, double cost) : kind(timed), clock(of), cost_of_clock(cost) {}

  /// Takes the next `count` steps and returns their time [s], without the check of the state at the end of each run.
  double seconds_of(std::int64_t count) {
    double seconds = 0;
    while (count > 0 && failure.empty()) {
      const auto most = std::min(count, kind.steps - at);
      seconds += timed(most);
      count -= most;
      at = (at + most) % kind.steps;
      if (at == 0 && failure.empty()) check_end();
    }
    return seconds;
  }

  void begin_again() { at = 0; }
  /// Replaces the runner by a new one. The old one is destroyed afterwards, so that the new one has another address.
  void renew() {
    if (kind.renew && failure.empty()) kind.run = kind.renew();
  }

  /// Takes steps, with doubled numbers, until the warm-up has its duration. Returns the time of a step [s] in the last
  /// and longest group of steps.
  double warmed_up() {
    double all = 0, last = 0;
    for (std::int64_t count = 1; failure.empty(); count *= 2) {
      stopping_point();
      last = seconds_of(count) / static_cast<double>(count);
      all += last * static_cast<double>(count);
      if (all >= of_a_warm_up) break;
    }
    begin_again();
    return last;
  }

  std::int64_t steps() const { return kind.steps; }

  std::string failure;

 private:
  double timed(std::int64_t count) {
    StepResult last;
    const double begin = clock();
    if (at == 0) last = kind.run.start();
    if (last.status == Status::ok) last = kind.run.take(count);
    const double seconds = clock() - begin - cost_of_clock;
    if (last.status != Status::ok) failure = fmt::format("{}: {} while it was timed", name(last.status), last.detail);
    return std::max(seconds, 0.);
  }

  void check_end() {
    const auto state = kind.run.state();
    if (kind.expected_state.empty()) kind.expected_state = state;
    if (state != kind.expected_state) failure = "the timed run and the checked run have different final states";
  }

  TimedRun& kind;
  const Clock& clock;
  const double cost_of_clock;
  std::int64_t at = 0;  // index of the current step of the run
};

/// Division of a round into slices.
struct Cut {
  std::int64_t slices = 0, passes = 1;
  std::vector<std::int64_t> repeats;  // number of repeats of each lane in a round

  /// Returns the number of steps of a lane in slice k; `place` is the index of the lane.
  std::int64_t steps(const Lane& lane, std::size_t place, std::int64_t k) const {
    const auto all = static_cast<double>(repeats[place] * lane.steps()), count = static_cast<double>(slices);
    const auto until = [&](std::int64_t slice) {
      return static_cast<std::int64_t>(std::llround(all * static_cast<double>(slice) / count));
    };
    return until(k + 1) - until(k);
  }
};

Cut cut_of(const std::vector<Lane>& lanes, const std::vector<double>& of_a_step, const TimingPlan& plan) {
  std::vector<double> of_a_run;
  double round = fewest_slices * of_a_slice;
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    of_a_run.push_back(of_a_step[i] * static_cast<double>(lanes[i].steps()));
    if (lanes[i].failure.empty()) round = std::max(round, of_a_run[i]);
  }
  Cut out;
  out.slices = std::clamp<std::int64_t>(std::llround(round / of_a_slice), fewest_slices, most_slices);
  out.passes = std::clamp<std::int64_t>(
      std::llround(std::floor(plan.budget / (round * static_cast<double>(plan.samples)))), 1, most_passes);
  for (const double seconds : of_a_run) {
    const double times = seconds > 0 ? std::floor(round / seconds) : 1;
    out.repeats.push_back(std::max<std::int64_t>(1, std::llround(times)));
  }
  return out;
}

/// Takes samples of several lanes, round by round.
class Rounds {
 public:
  Rounds(std::vector<Lane>& all, Cut how) : lanes(all), cut(std::move(how)) {}

  /// Returns one sample of each lane [s for one run].
  std::vector<double> sample() {
    least.assign(lanes.size() * static_cast<std::size_t>(cut.slices), std::numeric_limits<double>::infinity());
    for (std::int64_t pass = 0; pass < cut.passes; ++pass) take_pass(pass);
    std::vector<double> out(lanes.size(), 0.);
    for (std::size_t i = 0; i < lanes.size(); ++i) {
      for (std::int64_t k = 0; k < cut.slices; ++k) out[i] += least_of(i, k);
      out[i] /= static_cast<double>(cut.repeats[i]);
    }
    return out;
  }

  double spent = 0;  // CPU time of all lanes [s]

 private:
  double& least_of(std::size_t lane, std::int64_t slice) {
    return least[lane * static_cast<std::size_t>(cut.slices) + static_cast<std::size_t>(slice)];
  }

  void take_pass(std::int64_t pass) {
    for (auto& lane : lanes) lane.begin_again();
    for (std::int64_t k = 0; k < cut.slices; ++k)
      for (std::size_t turn = 0; turn < lanes.size(); ++turn) {
        stopping_point();
        const bool backwards = (k + pass) % 2 == 1;  // alternating order, so that no lane always comes first
        take(backwards ? lanes.size() - 1 - turn : turn, k);
      }
  }

  void take(std::size_t i, std::int64_t k) {
    const double seconds = lanes[i].seconds_of(cut.steps(lanes[i], i, k));
    spent += seconds;
    auto& known = least_of(i, k);
    known = std::min(known, seconds);
  }

  std::vector<Lane>& lanes;
  const Cut cut;
  std::vector<double> least;
};

/// Returns the times of a step [s] after a warm-up. Excludes runs that cannot be timed accurately within the budget.
std::vector<double> warmed_up(std::vector<Lane>& lanes, double budget) {
  std::vector<double> of_a_step;
  for (auto& lane : lanes) {
    of_a_step.push_back(lane.warmed_up());
    const double of_a_run = of_a_step.back() * static_cast<double>(lane.steps());
    if (lane.failure.empty() && fewest_for_an_interval * of_a_run > budget)
      lane.failure = fmt::format(
          "a run takes about {} s, so the {} samples of a confidence interval need --budget {} (CPU seconds)",
          significant(of_a_run, 2), fewest_for_an_interval, significant(fewest_for_an_interval * of_a_run, 2));
  }
  return of_a_step;
}

}  // namespace

std::vector<Samples> interleaved_samples(std::vector<TimedRun> runs, const TimingPlan& plan, const Clock& clock) {
  const double cost = cost_of(clock);
  std::vector<Lane> lanes;
  for (auto& run : runs) lanes.emplace_back(run, clock, cost);
  const auto of_a_step = warmed_up(lanes, plan.budget);
  std::vector<Samples> out(runs.size());
  Rounds rounds(lanes, cut_of(lanes, of_a_step, plan));
  const double budget = plan.budget * static_cast<double>(lanes.size());
  for (std::int64_t n = 0; n < plan.samples && rounds.spent < budget; ++n) {
    report_progress("timing", static_cast<double>(n), static_cast<double>(plan.samples), "rounds");
    if (n > 0 && n % static_cast<std::int64_t>(rounds_of_a_batch) == 0)
      for (auto& lane : lanes) lane.renew();
    const auto seconds = rounds.sample();
    for (std::size_t i = 0; i < out.size(); ++i) out[i].seconds.push_back(seconds[i]);
  }
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i].failure = lanes[i].failure;
    if (!out[i].failure.empty()) out[i].seconds.clear();
  }
  return out;
}

}  // namespace plumb
