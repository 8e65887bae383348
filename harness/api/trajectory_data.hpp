#pragma once
// Converts a trajectory to datasets (tables of numbers with names and units of their columns), independent of the file
// format.

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "harness/hdf5/hdf5_module.hpp"
#include "harness/run/run_cell.hpp"
#include "harness/run/sampled_states.hpp"

namespace plumb {

/// Calls `see` with each dataset of a trajectory. Only one dataset exists at a time, because together they may not fit
/// into memory.
void visit_datasets(const ResolvedCell& cell, const SampledStates& states,
                    const std::function<void(const Dataset&)>& visitor);

/// Writes the datasets t, q, v, a, lambda, outputs as `folder`/t.npy, ... (NumPy's format 1.0, float64), and about.json
/// with cell, environment, status, and names and units of all columns. Existing files of the same kind are replaced. No
/// file is written for an unsupported run. Throws like `write_file`.
void write_npy(const std::filesystem::path& folder, const ResolvedCell& cell, const RunResult& result,
               const SampledStates& states);

}  // namespace plumb
