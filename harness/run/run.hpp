#pragma once
// A run is asked for some things beside its cell, and shows some things by itself.

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>

#include "contract/system.hpp"
#include "harness/run/clock.hpp"
#include "harness/run/work.hpp"

namespace plumb {

/// A copy of a state at a sample time, in dynamic vectors.
template <class T>
struct Sample {
  T t;
  Vec<T> q, v, a, lambda, outputs;
};

/// Holds what a run has shown by itself up to a step. It is in double and without pointers, because it may lie in
/// memory that processes share.
struct Watched {
  static constexpr std::size_t most_invariants = 16;

  std::int64_t steps = 0;  // completed
  double t_reached = 0;    // [s]
  bool conservative = false, constrained = false;
  std::optional<Work<double>> work = {};  // none: conservative, or dE/dt is not known
  double energy_max = 0, energy_end = 0;  // |E − E0 − W| [J]; only if conservative, or if the work is known
  double drift_position = 0, drift_velocity = 0;
  std::optional<double> drift_acceleration = {};           // none: the method computes no accelerations
  std::array<double, most_invariants> invariant_max = {};  // |I − I0| of each invariant
};

enum class Binding { fastest, erased };

/// The run calls a sink with the states at the sample times, widened to quad, one after the other.
using SampleSink = std::function<void(const Sample<quad>&)>;

/// A run is asked for these. Sinks are called outside of the time that is measured.
struct RunRequest {
  SampleSink sample = {};
  std::function<void(const Watched&)> watched = {};      // called every some steps with what is known so far
  std::atomic<std::int64_t>* steps_completed = nullptr;  // written every some steps
  /// The caller can force the erased binding. It gives the same bits as the static one, more slowly.
  Binding binding = Binding::fastest;
  Clock clock = thread_seconds;
};

}  // namespace plumb
