#pragma once
// Trajectories as HDF5 files: float64, a row a sample time, with units and provenance as attributes.

#include <filesystem>
#include <functional>
#include <vector>

#include "harness/cell/cells.hpp"
#include "harness/run/run_cell.hpp"
#include "harness/run/sampled_states.hpp"

namespace plumb {

/// Fails as `write_trajectory` would, before anything has run: the file is there and no trajectory (UsageError), or its
/// folder cannot be written to.
void check_trajectory_file(const std::filesystem::path& file);

/// Writes datasets t, q, v, a, lambda, outputs; the first row is the initial state. Attributes of the file: `cell`,
/// `environment` (JSON), `status`, and `corrected_start` of a mechanism whose initial values were moved; of a dataset:
/// `names` and `unit`, arrays with an entry a column. An existing trajectory is replaced; of an unsupported run nothing
/// is written. Throws UsageError if the file is another, std::runtime_error if it cannot be written.
void write_trajectory(const std::filesystem::path& file, const ResolvedCell& cell, const RunResult& result,
                      const SampledStates& states);

/// Writes the trajectory of each of the cells into its file, one a cell. Files that cannot be written are told of at
/// once, before anything has run; throws as `check_trajectory_file`.
std::function<void(const ResolvedCell&, const RunResult&, const SampledStates&)> trajectory_writer(
    const std::vector<std::filesystem::path>& files, const Cells& cells);

}  // namespace plumb
