#pragma once
// How runs are timed: in short slices, in turns.
//
// A round is cut into slices of half a millisecond of each run, one run's after the other's, so that whatever the
// machine does meanwhile is done to all of them. Runs are of one length in a round: a short one is repeated, and its
// time divided by the repeats. A slice is the same work each time, so a sample is made of several passes through the
// round: the sum, over the slices, of the least that each took. What others on the machine do to a slice (they empty
// its caches, they interrupt it) is in a few of the passes only, and in the sample not at all.

#include <cstdint>
#include <string>
#include <vector>

#include "harness/run/clock.hpp"
#include "harness/run/runner.hpp"

namespace plumb {

struct TimingPlan {
  std::int64_t samples = 15;  // of each run
  double budget = 10;         // CPU time of each run [s] after which no more samples are begun
};

/// What is timed: a run of so many steps that ends in this state.
struct TimedRun {
  Runner run;
  std::int64_t steps = 0;              // at least 1
  std::vector<double> expected_state;  // as Runner::state; empty: not known
};

struct Samples {
  std::vector<double> seconds;  // of one run, one a round: of runs of the same call the k-th belong together
  std::string failure;          // what kept it from being timed; empty: nothing
};

/// Times the runs after a warm-up of each. A run that fails, ends in another state, or is too long for the budget is
/// out. Between slices there are stopping points.
std::vector<Samples> interleaved_samples(std::vector<TimedRun> runs, const TimingPlan& plan,
                                         const Clock& clock = thread_seconds);

}  // namespace plumb
