#pragma once
// A run that is taken step by step. It is the same thing in every binding and precision and for everybody who wants its
// steps: watched, timed, or in a process of its own.
//
// A call takes a block of steps, so that nothing is erased inside of one.

#include <functional>
#include <optional>
#include <vector>

#include "contract/erasure.hpp"
#include "contract/stop.hpp"
#include "harness/run/sample_steps.hpp"

namespace plumb {

/// Where a run begins, and which steps it takes.
template <class T>
struct RunSetup {
  typename AnySystem<T>::State start;  // at t = begin
  T h = 0;                             // [s]
  SampleSteps samples = {};
  bool projects_positions = false, projects_velocities = false;  // after every step
  std::optional<T> from = {};                                    // [s], from when on drifts count; none: from `begin`
  T begin = 0;                                                   // [s]
  std::vector<std::int64_t> restarts =
      {};  // steps, ascending, at whose ends the motion breaks and the method begins anew
};

struct Runner {
  std::function<StepResult()> start;                   // at the beginning, as often as one likes
  std::function<StepResult(std::int64_t steps)> take;  // that many more
  std::function<std::vector<double>()> state;          // q, then v, where it stands; rounded to double
  std::function<Counters()> counters;                  // of everything that it has done; steps: since the start
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
  /// Takes at most so many steps more, and keeps their states in a block that has room for them. It ends at a failure,
  /// at a stop, and after a state so large that it may be no motion any more. Before the first step and steps whose
  /// ends are sampled accelerations and multipliers are made no numbers: what the method does not compute itself must
  /// not look as if it did.
  std::function<StepResult(std::int64_t most, const StopRequest& stop, Block<T>& block)> keep;
};

/// Adds up what the system counted and what the method counted.
Counters total(const Counters& system, const Counters& method, std::int64_t steps);

}  // namespace plumb
