#pragma once
// Runs are timed in short slices, in turns.
//
// A round is cut into slices of half a millisecond of each run, one run's after the other's. So whatever the machine
// does meanwhile is done to all of them. Runs have one length in a round: a short one is repeated, and its time is
// divided by the repeats. A slice is the same work each time, so a sample is made of several passes through the round:
// it is the sum, over the slices, of the least time that each took. Others on the machine may empty a slice's caches or
// interrupt it. That happens in a few of the passes only, and does not reach the sample.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "harness/run/clock.hpp"
#include "harness/run/runner.hpp"

namespace plumb {

struct TimingPlan {
  std::int64_t samples = 15;  // of each run
  double budget = 10;         // CPU time of each run [s] after which no more samples are begun
};

/// A run that is timed. It has so many steps and ends in this state.
struct TimedRun {
  Runner run;
  std::int64_t steps = 0;              // at least 1
  std::vector<double> expected_state;  // as from Runner::state; empty: not known
  std::function<Runner()> renew = {};  // makes the run again, at other addresses; empty: there is one runner only
};

/// So many rounds in a row have the same runners. Where matrices and states lie in memory changes the time of a run by
/// some percent, and stays as it is as long as the runner lives.
inline constexpr std::size_t rounds_of_a_batch = 3;

struct Samples {
  // These are times of one run, one for each round. The k-th samples of runs of the same call belong together.
  std::vector<double> seconds;
  std::string failure;  // reason for which it was not timed; empty: it was
};

/// Times the runs after a warm-up of each. A run that fails, ends in another state, or is too long for the budget is
/// out. There are stopping points between slices.
std::vector<Samples> interleaved_samples(std::vector<TimedRun> runs, const TimingPlan& plan,
                                         const Clock& clock = thread_seconds);

}  // namespace plumb
