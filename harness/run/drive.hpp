#pragma once
// A drive executes and observes one run: a runner takes the steps from start to end, and a monitor (monitor.hpp)
// examines every state: it requires finite numbers, and updates drifts and samples.
//
// The clock runs while the method works and stops while the monitor examines states. Reading the clock costs as much as
// some steps of a small system. So steps come in blocks: their states are stored, and examined when the block is full.
// Storing the states affects the time of cheap steps, so run_cell.cpp times cheap steps again without observation.

#include "harness/run/monitor.hpp"
#include "harness/run/runner.hpp"
#include "problems/problem.hpp"

namespace plumb {

template <class T>
class Drive {
 public:
  /// Runner and observer must outlive the drive. The observer is another instance of the runner's system.
  Drive(const TypedRunner<T>& runner, AnySystem<T>& observer, const RunSetup<T>& setup, int output_count,
        MotionLimits limits = {});

  /// Executes the run; may be called only once. If the run fails, the values up to the failure are available. `stop` is
  /// polled at every step.
  void operator()(const StopRequest& stop, const RunRequest& request = {});

  Watched watched;        // results up to the last step whose state the monitor has examined
  Sample<T> last_sample;  // newest sample; without numbers if there is none
  StepResult last;        // the result of the step that ended the run
  bool starting = false;  // whether the run ended before its first step
  double seconds = 0;     // CPU time of start, steps, projections and storing of observed states [s]
  /// Whether steps were taken after the step that ended the run. This happens only if a state that is not too large
  /// fails the check, for example because its energy is not finite.
  bool went_beyond = false;
  /// Returns a text with the exceeded joint limits and the time at which each was first exceeded. It is empty if no
  /// limit was exceeded.
  std::string passed_limits() const;

 private:
  void check_limits(double t, const Vec<T>& q);

  std::int64_t steps_of_a_block() const;
  void complete(const T& t, typename AnySystem<T>::State& x);
  void examine_block(const RunRequest& request);

  const TypedRunner<T>& runner_;
  AnySystem<T>& observer_;
  const RunSetup<T> setup_;
  Monitor<T> monitor_;
  Block<T> block_;
  SampleSchedule is_sampled_;
  const MotionLimits limits_;
  std::vector<double> first_passed_;  // time at which each limit was first exceeded [s]; NaN: not exceeded
  std::vector<bool> passed_;          // whether each limit is exceeded now
};

/// Returns the sample in quad. The conversion is exact.
template <class T>
Sample<quad> widened(const Sample<T>& sample);

}  // namespace plumb
