#pragma once
// A run is asked for some things beside its cell, and shows some things by itself.

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>

#include "contract/inner_steps.hpp"
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
  InnerSteps inner_steps = {};            // of methods that choose their steps
  double energy_max = 0, energy_end = 0;  // |E − E0 − W| [J]; only if conservative, or if the work is known
  double work_max = 0;                    // largest |W| [J]
  double drift_position = 0, drift_velocity = 0;
  std::optional<double> drift_acceleration = {};           // none: the method computes no accelerations
  std::array<double, most_invariants> invariant_max = {};  // |I − I0| of each invariant
};

/// Returns whether the energy balance is that of the motion. If a method takes many steps between two outputs, the
/// powers of the forces at the outputs may miss work: they may be 0 at each of them. The balance is then as large as
/// the missed work, so a balance that is small against the work confirms it. A tenth of the intervals may have many
/// steps, because methods begin with small ones.
inline bool knows_energy(const Watched& run) {
  constexpr double small = 1e-2;
  const bool is_crowded = 10 * run.inner_steps.crowded > run.steps;
  return run.conservative || (run.work && (!is_crowded || run.energy_max <= small * run.work_max));
}

/// Returns the work, if it is known. If the method takes further steps between outputs, a balance that is not far below
/// the mean work between two outputs may be work that was missed, and is then its uncertainty.
inline std::optional<Work<double>> known_work(const Watched& run) {
  if (!knows_energy(run)) return std::nullopt;
  auto work = run.work;
  const auto intervals = static_cast<double>(run.steps);
  const bool has_further_steps = static_cast<double>(run.inner_steps.taken) > 1.25 * intervals;
  if (work && has_further_steps && run.energy_max * intervals > 1e-3 * run.work_max)
    work->uncertainty = std::max(work->uncertainty, run.energy_max);
  return work;
}

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
