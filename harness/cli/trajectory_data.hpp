#pragma once
// A trajectory as tables of numbers with names and units of their columns, for any file format.

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "harness/hdf5/hdf5_module.hpp"
#include "harness/run/run_cell.hpp"
#include "harness/run/sampled_states.hpp"

namespace plumb {

/// Passes on the datasets of a trajectory file, one after the other, because together they may not fit into memory.
void visit_datasets(const ResolvedCell& cell, const SampledStates& states,
                    const std::function<void(const Dataset&)>& see);

/// Writes datasets t, q, v, a, lambda, outputs as `folder`/t.npy, ... (NumPy's format 1.0, float64), and about.json
/// with cell, environment, status, and names and units of all columns. An existing file is replaced if it is of this
/// kind. No file is written for an unsupported run. Throws as `write_file` does.
void write_npy(const std::filesystem::path& folder, const ResolvedCell& cell, const RunResult& result,
               const SampledStates& states);

}  // namespace plumb
