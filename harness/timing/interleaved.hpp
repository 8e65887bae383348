#pragma once
// Runs are timed in short slices, in alternation.
//
// A round consists of slices of half a millisecond, taken from each run in turn. So disturbances by the machine affect
// all runs. All runs take about the same time in a round: a short run is repeated, and its time is divided by the
// number of repeats. A round is passed several times with the same slices. For each slice the least time of all passes
// counts, and a sample is the sum of these times. Other processes that evict caches or interrupt a slice do so only in
// a few passes, so they do not affect the sample.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "harness/run/clock.hpp"
#include "harness/run/runner.hpp"

namespace plumb {

struct TimingPlan {
  std::int64_t samples = 15;  // number of samples of each run
  double budget = 10;         // CPU time of each run after which no more samples are taken [s]
};

/// A timed run, with its number of steps and its expected final state.
struct TimedRun {
  Runner run;
  std::int64_t steps = 0;              // number of steps, at least 1
  std::vector<double> expected_state;  // final state as returned by Runner::state; empty: not known
  std::function<Runner()> renew = {};  // creates the runner again, at other addresses; empty: there is only one runner
};

/// Number of consecutive rounds with the same runners. The addresses of matrices and states change the time of a run by
/// some percent, and are fixed during the life of the runner.
inline constexpr std::size_t rounds_of_a_batch = 3;

struct Samples {
  // Times of one run, one for each round. The k-th samples of runs of the same call belong together.
  std::vector<double> seconds;
  std::string failure;  // reason why the cell was not timed; empty: timed
};

/// Times the runs after a warm-up of each. A run has a `failure` instead of samples if it fails, ends in another state
/// than expected, or is too long for the budget. There are stopping points between slices.
std::vector<Samples> interleaved_samples(std::vector<TimedRun> runs, const TimingPlan& plan,
                                         const Clock& clock = thread_seconds);

}  // namespace plumb
