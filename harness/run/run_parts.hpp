#pragma once
// The two halves of a run (run_cell.hpp), for who has them done by two processes: the method's, and its judge's.

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

#include "harness/run/comparison.hpp"
#include "harness/run/run_cell.hpp"

namespace plumb {

/// What a run has shown by itself up to a step, in double and without an address: it may lie in memory that processes
/// share.
struct Watched {
  static constexpr std::size_t most_invariants = 16;  // others are not known

  std::int64_t steps = 0;  // completed
  bool conservative = false, constrained = false, has_work = false, has_acceleration_drift = false;
  double energy_max = 0, energy_end = 0, work = 0, work_uncertainty = 0;
  double drift_position = 0, drift_velocity = 0, drift_acceleration = 0;
  std::array<double, most_invariants> invariant_max = {};
};
using WatchedSink = std::function<void(const Watched&)>;

/// What the method does and what the run shows by itself: all but the errors. The sinks are told every sample, and
/// every some steps what is known so far.
RunResult run_without_reference(const ResolvedCell& cell, const StopRequest& stop, const SampleSink& sink,
                                Binding binding = Binding::fastest,
                                std::atomic<std::int64_t>* steps_completed = nullptr, const WatchedSink& watched = {});

/// Adds the errors of a run whose samples the comparison has been given.
void add_errors(RunResult& result, const ResolvedCell& cell, const Comparison& comparison, const StopRequest& stop);

/// What is left of a run that ended in the middle of a step, its errors aside: the last sample, if there was one, and
/// what was watched before.
RunResult remains_of(const ResolvedCell& cell, const Sample<quad>* last, const Watched& watched);

/// The result of a run that an exception or a signal has ended.
RunResult crashed(const std::string& reason);

}  // namespace plumb
