#pragma once
// These functions lead from a cell to its result.

#include <string>
#include <vector>

#include "harness/cell/resolve.hpp"
#include "harness/run/run.hpp"
#include "harness/run/run_result.hpp"
#include "harness/run/runner.hpp"

namespace plumb {

class Comparison;

/// The states at all sample times, kept.
struct Trajectory {
  std::vector<Sample<quad>> samples;

  /// Returns a sink that adds to this trajectory, which has to outlive the run.
  SampleSink sink() {
    return [this](const Sample<quad>& sample) { samples.push_back(sample); };
  }
};

/// Runs the cell and measures it against the reference. A numerical failure, a method that does not fit the
/// formulation or precision, and memory that runs out are results with a reason. `stop` ends it early.
RunResult run_cell(const ResolvedCell& cell, const StopRequest& stop, const RunRequest& request = {});

/// Returns the run of the cell, made but not begun, to a caller that times it. The cell is one that was run and did not
/// end as unsupported. Throws std::invalid_argument if it has no start.
Runner runner_of(const ResolvedCell& cell, Binding binding = Binding::fastest);

// These are the two halves of a run: the method's part, and the judge's. Two processes may do one each.

/// Returns what the method does and what the run shows by itself: everything but the errors.
RunResult run_without_reference(const ResolvedCell& cell, const StopRequest& stop, const RunRequest& request);

/// Adds the errors of a run whose samples were given to the comparison.
void add_errors(RunResult& result, const ResolvedCell& cell, const Comparison& comparison, const StopRequest& stop);

/// Returns what is left of a run that ended in the middle of a step, without errors: the last sample, if there was one,
/// and what was watched before.
RunResult remains_of(const ResolvedCell& cell, const Sample<quad>* last, const Watched& watched);

/// Returns the result of a run that an exception or a signal has ended.
RunResult crashed(const std::string& reason);

}  // namespace plumb
