#pragma once
// Trajectories as HDF5 files: float64, a row a sample time, with units and provenance as attributes.

#include <filesystem>

#include "harness/run/run_cell.hpp"

namespace plumb {

/// Writes datasets t, q, v, a, lambda, outputs; the first row is the initial state. Attributes of the file: `cell`,
/// `environment` (JSON), `status`; of a dataset: `unit`, and the names of the columns of `outputs`.
/// An existing file is replaced. Throws std::runtime_error if the file cannot be written.
void write_trajectory(const std::filesystem::path& file, const ResolvedCell& cell, const RunResult& result,
                      const Trajectory& trajectory);

}  // namespace plumb
