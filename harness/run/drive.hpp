#pragma once
// One run that is watched: a runner goes from the beginning to the horizon, and every state is looked at.
//
// The clock runs while the method works and stands while its states are looked at. Reading it costs as much as some
// steps of a small system, so steps come in blocks: their states are kept, and looked at when the block is full. To
// keep them takes time as well, which shows in cheap steps: those are timed again, unwatched (run_cell.cpp).

#include "harness/run/monitor.hpp"
#include "harness/run/runner.hpp"
#include "problems/problem.hpp"

namespace plumb {

template <class T>
class Drive {
 public:
  /// Runner and observer have to outlive it; the observer is another instance of the runner's system.
  Drive(const TypedRunner<T>& runner, AnySystem<T>& observer, const RunSetup<T>& setup, int output_count,
        MotionLimits limits = {});

  /// Takes the run to its end, at most once. A run that fails keeps what was watched up to there. `stop` is polled at
  /// every step.
  void operator()(const StopRequest& stop, const RunRequest& request = {});

  Watched watched;
  Sample<T> last_sample;  // without numbers: none was taken
  StepResult last;        // what ended the run
  bool starting = false;  // it ended before the first step
  double seconds = 0;     // in start, steps and projections, and in keeping the states for the watch
  /// Whether steps were taken beyond the one that ended it. Only where that is not seen by the size of its state.
  bool went_beyond = false;
  /// Which limits were passed, in words with the time of the first step whose end is beyond each; empty: none.
  std::string passed_limits() const;

 private:
  void look_at_limits(double t, const Vec<T>& q);

  std::int64_t steps_of_a_block() const;
  void look_at_block(const RunRequest& request);

  const TypedRunner<T>& runner_;
  const RunSetup<T> setup_;
  Monitor<T> monitor_;
  Block<T> block_;
  SampledNow is_sampled_;
  const MotionLimits limits_;
  std::vector<double> first_passed_;  // [s], of each; no number: not yet
  std::vector<bool> passed_;          // now
};

/// The sample in quad, exactly.
template <class T>
Sample<quad> widened(const Sample<T>& sample);

}  // namespace plumb
