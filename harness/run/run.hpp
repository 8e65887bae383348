#pragma once
// What a run is asked for and what it comes to, before it is measured.

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "contract/method.hpp"
#include "contract/stop.hpp"
#include "harness/run/clock.hpp"
#include "harness/run/work.hpp"

namespace plumb {

struct Plan {
  std::int64_t steps = 0;
  std::int64_t samples = 0;  // equidistant sample times after t = 0; 0: every step
  bool projects_positions = false, projects_velocities = false;

  /// Step at which sample i (from 1) is taken.
  std::int64_t step_of_sample(std::int64_t i) const {
    const std::int64_t count = sample_count();
    return steps / count * i + steps % count * i / count;  // ⌊steps i / count⌋
  }
  std::int64_t sample_count() const { return samples == 0 ? steps : std::min(samples, steps); }
};

/// Dynamic copies of a state at a sample time.
template <class T>
struct Sample {
  T t;
  Vec<T> q, v, a, lambda, outputs;
};

template <class T>
struct Run;

/// Who is told of a run while it goes on, outside of what is timed, and by which clock.
template <class T>
struct Listener {
  std::function<void(const Sample<T>&)> sample = {};     // one sample after the other
  std::atomic<std::int64_t>* steps_completed = nullptr;  // written every some steps
  Clock clock = thread_seconds;
  std::function<void(const Run<T>&)> watched = {};  // every some steps, what is known of the run so far
};

template <class T>
struct Run {
  Status status = Status::ok;
  StepResult last;         // what ended the run
  bool starting = false;   // it ended before the first step
  std::int64_t steps = 0;  // completed
  T t_reached = 0;
  Sample<T> final_sample;  // the last one taken
  bool conservative = false, constrained = false;
  std::optional<Work<T>> work;       // none: conservative, or dE/dt is not known
  T energy_max = 0, energy_end = 0;  // |E − E0 − W| [J]; of no meaning if neither conservative nor with its work
  T drift_position = 0, drift_velocity = 0;
  std::optional<T> drift_acceleration;  // none: the method computes no accelerations
  std::vector<T> invariant_max;         // |I − I0| of each invariant
  double seconds = 0;                   // in start, steps and projections, and in keeping the states for the watch
  /// Steps begun beyond the one that ended the run: a state is looked at when its block of steps is full.
  std::int64_t steps_beyond = 0;
};

}  // namespace plumb
