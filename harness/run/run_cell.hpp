#pragma once
// Runs a cell and returns its result.

#include <string>
#include <vector>

#include "harness/cell/resolve.hpp"
#include "harness/run/run.hpp"
#include "harness/run/run_result.hpp"
#include "harness/run/runner.hpp"

namespace plumb {

class Comparison;

/// The states at all sample times.
struct Trajectory {
  std::vector<Sample<quad>> samples;

  /// Returns a sink that appends to this trajectory, which must outlive the run.
  SampleSink sink() {
    return [this](const Sample<quad>& sample) { samples.push_back(sample); };
  }
};

/// Runs the cell and computes its errors. A numerical failure, a method that does not support the formulation or
/// precision, and lack of memory are results with a reason. `stop` ends the run early.
RunResult run_cell(const ResolvedCell& cell, const StopRequest& stop, const RunRequest& request = {});

/// Returns a runner for the cell, so that the caller can time the steps. An earlier run of the cell must have ended
/// with a status other than unsupported. Throws std::invalid_argument if the cell has no initial state.
Runner runner_of(const ResolvedCell& cell, Binding binding = Binding::fastest);

// The two parts of a run: integration and comparison with the reference. Each may be done by a different process.

/// Integrates the cell. The result has all parts except the errors.
RunResult run_without_reference(const ResolvedCell& cell, const StopRequest& stop, const RunRequest& request);

/// Adds the errors of a run to its result. Its samples must have been added to the comparison.
void add_errors(RunResult& result, const ResolvedCell& cell, const Comparison& comparison, const StopRequest& stop);

/// Returns the result of a run whose process died in the middle of a step: the last sample, if there was one, and the
/// values observed before. It has no errors.
RunResult remains_of(const ResolvedCell& cell, const Sample<quad>* last, const Watched& watched);

/// Returns the result of a run that ended by an exception or a signal.
RunResult crashed(const std::string& reason);

}  // namespace plumb
