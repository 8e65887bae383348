#pragma once
// From a cell to its result.

#include "harness/cell/resolve.hpp"
#include "harness/run/run.hpp"
#include "harness/run/run_result.hpp"
#include "harness/run/unwatched_run.hpp"

namespace plumb {

enum class Binding { fastest, erased };

/// A sink is told the states at the sample times, widened to quad, one after the other while the run goes on.
using SampleSink = std::function<void(const Sample<quad>&)>;

/// The states at all sample times, kept.
struct Trajectory {
  std::vector<Sample<quad>> samples;

  /// A sink that adds to this trajectory, which has to outlive the run.
  SampleSink sink() {
    return [this](const Sample<quad>& sample) { samples.push_back(sample); };
  }
};

/// Runs the cell and measures it against the reference. A numerical failure, a method that does not fit the
/// formulation or precision, and memory that runs out are results with a reason. `stop` ends it early.
/// The erased binding can be forced; it gives the same bits as the static one, more slowly. The number of steps
/// completed is written to `steps_completed` while it runs.
RunResult run_cell(const ResolvedCell& cell, const StopRequest& stop, const SampleSink& sink = {},
                   Binding binding = Binding::fastest, std::atomic<std::int64_t>* steps_completed = nullptr);

/// The same run, made and not begun, for who times it. The cell is one that was run and did not end as unsupported;
/// throws std::invalid_argument if it has no start.
UnwatchedRun unwatched_run(const ResolvedCell& cell, Binding binding = Binding::fastest);

}  // namespace plumb
