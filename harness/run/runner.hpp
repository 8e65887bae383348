#pragma once
// A runner executes a run step by step. It has the same interface in every binding and precision, and for every use:
// observation, timing, or isolation in another process.
//
// One call executes a block of steps, so that the cost of type erasure is negligible.

#include <functional>
#include <optional>
#include <vector>

#include "contract/erasure.hpp"
#include "contract/stop.hpp"
#include "harness/run/sample_steps.hpp"

namespace plumb {

/// Initial state and steps of a run.
template <class T>
struct RunSetup {
  typename AnySystem<T>::State start;  // initial state, at t = begin
  T h = 0;                             // step size [s]
  SampleSteps samples = {};
  bool projects_positions = false, projects_velocities = false;  // project after every step
  bool settles = false;                                          // let the system settle the state after every step
  /// Observed states have the accelerations and multipliers of the observer's index-1 equations, not of the method.
  bool has_own_multipliers = false;
  std::optional<T> from = {};  // start of drift measurement [s]; none: `begin`
  T begin = 0;                 // initial time [s]
  /// Steps, ascending, that end at discontinuities of the motion; the method restarts there.
  std::vector<std::int64_t> restarts = {};
};

struct Runner {
  std::function<StepResult()> start;                   // resets the run to its start; callable repeatedly
  std::function<StepResult(std::int64_t steps)> take;  // takes `steps` further steps
  std::function<std::vector<double>()> state;          // returns the current q and v, rounded to double
  std::function<Counters()> counters;                  // returns all counters; steps count from the start
};

/// States at the ends of successive steps.
template <class T>
struct Block {
  std::vector<typename AnySystem<T>::State> states;
  std::size_t taken = 0;  // number of steps taken; later elements of `states` are unused
};

/// A run whose states can be stored, in its own precision.
template <class T>
struct TypedRunner : Runner {
  /// Takes at most `most` further steps and stores their states in `block`, which must have enough room. Ends at a
  /// failure, at a stop request, and after a state that is too large for a motion. Before the first step and before
  /// each sampled step, accelerations and multipliers are set to NaN, to detect whether the method computes them.
  std::function<StepResult(std::int64_t most, const StopRequest& stop, Block<T>& block)> keep;
};

/// Returns the sum of the counters of the system and of the method.
Counters total(const Counters& system, const Counters& method, std::int64_t steps);

}  // namespace plumb
