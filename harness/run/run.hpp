#pragma once
// What a run is asked for beside its cell, and what it shows by itself.

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>

#include "contract/system.hpp"
#include "harness/run/clock.hpp"
#include "harness/run/work.hpp"

namespace plumb {

/// Dynamic copies of a state at a sample time.
template <class T>
struct Sample {
  T t;
  Vec<T> q, v, a, lambda, outputs;
};

/// What a run has shown by itself up to a step, in double and without an address: it may lie in memory that processes
/// share.
struct Watched {
  static constexpr std::size_t most_invariants = 16;

  std::int64_t steps = 0;  // completed
  double t_reached = 0;    // [s]
  bool conservative = false, constrained = false;
  std::optional<Work<double>> work = {};  // none: conservative, or dE/dt is not known
  double energy_max = 0, energy_end = 0;  // |E − E0 − W| [J]; of no meaning if neither conservative nor with its work
  double drift_position = 0, drift_velocity = 0;
  std::optional<double> drift_acceleration = {};           // none: the method computes no accelerations
  std::array<double, most_invariants> invariant_max = {};  // |I − I0| of each invariant
};

enum class Binding { fastest, erased };

/// A sink is told the states at the sample times, widened to quad, one after the other while the run goes on.
using SampleSink = std::function<void(const Sample<quad>&)>;

/// What a run is asked for. Sinks are called outside of what is timed.
struct RunRequest {
  SampleSink sample = {};
  std::function<void(const Watched&)> watched = {};      // every some steps, what is known so far
  std::atomic<std::int64_t>* steps_completed = nullptr;  // written every some steps
  /// The erased binding can be forced; it gives the same bits as the static one, more slowly.
  Binding binding = Binding::fastest;
  Clock clock = thread_seconds;
};

}  // namespace plumb
