#pragma once
// A runner takes a run step by step. It is the same in every binding and precision, and for every caller that wants its
// steps: to watch them, to time them, or to take them in a process of their own.
//
// One call takes a block of steps, so that type erasure costs nothing within the block.

#include <functional>
#include <optional>
#include <vector>

#include "contract/erasure.hpp"
#include "contract/stop.hpp"
#include "harness/run/sample_steps.hpp"

namespace plumb {

/// The beginning of a run, and its steps.
template <class T>
struct RunSetup {
  typename AnySystem<T>::State start;  // at t = begin
  T h = 0;                             // [s]
  SampleSteps samples = {};
  bool projects_positions = false, projects_velocities = false;  // a projection follows every step
  std::optional<T> from = {};                                    // [s], drifts count from then on; none: from `begin`
  T begin = 0;                                                   // [s]
  /// Steps, ascending, at whose ends the motion breaks and the method begins anew.
  std::vector<std::int64_t> restarts = {};
};

struct Runner {
  std::function<StepResult()> start;                   // takes the run to its beginning, as often as the caller likes
  std::function<StepResult(std::int64_t steps)> take;  // takes so many more steps
  std::function<std::vector<double>()> state;          // returns q, then v, where the run stands, rounded to double
  std::function<Counters()> counters;                  // returns the counts of all its work; steps count from the start
};

/// States at the ends of successive steps.
template <class T>
struct Block {
  std::vector<typename AnySystem<T>::State> states;
  std::size_t taken = 0;
};

/// A run whose states are looked at, in its own precision.
template <class T>
struct TypedRunner : Runner {
  /// Takes at most so many more steps, and keeps their states in a block that has room for them. It ends at a failure,
  /// at a stop, and after a state so large that it may no longer be a motion. Before the first step, and before steps
  /// whose ends are sampled, it sets accelerations and multipliers to NaN: what the method does not compute must not
  /// look as if it did.
  std::function<StepResult(std::int64_t most, const StopRequest& stop, Block<T>& block)> keep;
};

/// Returns the sum of what the system counted and what the method counted.
Counters total(const Counters& system, const Counters& method, std::int64_t steps);

}  // namespace plumb
