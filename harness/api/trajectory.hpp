#pragma once
// Writes trajectories as HDF5 files: float64, a row for each sample time, with units and provenance as attributes.

#include <filesystem>
#include <functional>
#include <vector>

#include "harness/cell/cells.hpp"
#include "harness/run/run_cell.hpp"
#include "harness/run/sampled_states.hpp"

namespace plumb {

/// Throws the errors of `write_trajectory` before the runs: if the file exists and is not a trajectory (UsageError), or
/// if its folder cannot be written to.
void check_trajectory_file(const std::filesystem::path& file);

/// Writes datasets t, q, v, a, lambda, outputs. The first row is the initial state. Attributes of the file are `cell`,
/// `environment` (JSON), `status`, and `corrected_start` if initial values of a mechanism were corrected. Attributes of
/// a dataset are `names` and `units`, arrays with an entry per column (not for t), and `unit`, the units as one text.
/// An existing trajectory is replaced. No file is written for an unsupported run. Throws UsageError if the file exists
/// and is not a trajectory, std::runtime_error if it cannot be written.
void write_trajectory(const std::filesystem::path& file, const ResolvedCell& cell, const RunResult& result,
                      const SampledStates& states);

/// Returns a function that writes the trajectory of a cell to the file with the cell's index. Throws the errors of
/// `check_trajectory_file` immediately, before the runs.
std::function<void(const ResolvedCell&, const RunResult&, const SampledStates&)> trajectory_writer(
    const std::vector<std::filesystem::path>& files, const Cells& cells);

}  // namespace plumb
