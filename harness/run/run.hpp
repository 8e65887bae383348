#pragma once
// Options of a run, and the values that are measured during a run without a reference.

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

/// Values of a run up to a step. The struct contains no pointers, so that processes can share it in memory.
struct Watched {
  static constexpr std::size_t most_invariants = 16;

  std::int64_t steps = 0;  // number of completed steps
  double t_reached = 0;    // time reached [s]
  bool conservative = false, constrained = false;
  std::optional<Work<double>> work = {};  // work of driving and damping; none: a conservative system, or no dE/dt
  InnerSteps inner_steps = {};            // steps of a method that chooses its steps
  double energy_max = 0, energy_end = 0;  // |E − E0 − W| [J]: maximum; at the end; valid if conservative or with `work`
  double work_max = 0;                    // largest |W| [J]
  double drift_position = 0, drift_velocity = 0;           // largest |Φ| and |Φ'| (maximum norm)
  std::optional<double> drift_acceleration = {};           // largest |Φ''|; none: the method computes no accelerations
  std::array<double, most_invariants> invariant_max = {};  // largest |I − I0| of each invariant
};

/// Returns whether the energy balance is accurate. If a method takes many steps between two outputs, the powers at the
/// outputs may miss work: all of them may be 0. The error of the balance then equals the missed work, so a balance that
/// is small compared with the work confirms it. A tenth of the intervals may contain many steps, because methods begin
/// with small steps.
inline bool has_energy(const Watched& run) {
  constexpr double small = 1e-2;
  const bool is_crowded = 10 * run.inner_steps.crowded > run.steps;
  return run.conservative || (run.work && (!is_crowded || run.energy_max <= small * run.work_max));
}

/// Returns the work; nullopt if the energy balance is not accurate. If the method takes further steps between outputs,
/// some work may be missed. This shows as an error of the balance that is not far below the mean work between two
/// outputs, and the error is then the uncertainty of the work.
inline std::optional<Work<double>> known_work(const Watched& run) {
  if (!has_energy(run)) return std::nullopt;
  auto work = run.work;
  const auto intervals = static_cast<double>(run.steps);
  const bool has_further_steps = static_cast<double>(run.inner_steps.taken) > 1.25 * intervals;
  if (work && has_further_steps && run.energy_max * intervals > 1e-3 * run.work_max)
    work->uncertainty = std::max(work->uncertainty, run.energy_max);
  return work;
}

enum class Binding { fastest, erased };

/// A callback that receives the states at the sample times in order, converted to quad.
using SampleSink = std::function<void(const Sample<quad>&)>;

/// Options of a run. The measured time excludes the callbacks.
struct RunRequest {
  SampleSink sample = {};
  std::function<void(const Watched&)> watched = {};      // called every few steps with the current values
  std::atomic<std::int64_t>* steps_completed = nullptr;  // number of completed steps, updated every few steps
  /// `fastest` uses types known at compile time if such code exists; `erased` never does. The results are bitwise
  /// identical.
  Binding binding = Binding::fastest;
  Clock clock = thread_seconds;
};

}  // namespace plumb
