#pragma once
// Writes trajectories as HDF5 files (float64, a row for each sample time, with units and provenance as attributes) and
// as NumPy files. Datasets are tables of numbers with names and units of their columns, independent of the file format.

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "harness/cell/cells.hpp"
#include "harness/hdf5/hdf5_module.hpp"
#include "harness/run/run_cell.hpp"
#include "harness/run/sampled_states.hpp"

namespace plumb {

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

/// Writes the datasets t, q, v, a, lambda, outputs as `folder`/t.npy, ... (NumPy's format 1.0, float64), and about.json
/// with cell, environment, status, and names and units of all columns. Existing files of the same kind are replaced. No
/// file is written for an unsupported run. Throws like `write_file`.
void write_npy(const std::filesystem::path& folder, const ResolvedCell& cell, const RunResult& result,
               const SampledStates& states);

/// Loads the module from the first of these files that can be loaded. Throws std::runtime_error with all reasons if
/// none can be loaded, and if the loaded file is not the module.
const Hdf5Module& hdf5_from(const std::vector<std::filesystem::path>& files);

/// Loads the module of this program at the first call. Throws the errors of hdf5_from.
const Hdf5Module& hdf5();

}  // namespace plumb
