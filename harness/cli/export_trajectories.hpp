#pragma once
// plumb export --format hdf5 or npy: the trajectories of runs that a store holds, which are run once more for it.

#include <filesystem>
#include <vector>

#include "harness/store/store.hpp"
#include "text/exit_codes.hpp"

namespace plumb {

enum class TrajectoryFormat { hdf5, npy };

/// Runs the cells again and writes `folder`/ID.h5 or `folder`/ID/*.npy of each. Exit::verdict_failed if a run does not
/// give the bits that are stored, which stderr is told; interrupted. Throws UsageError: a cell that this build cannot
/// run, files that must not be replaced.
Exit export_trajectories(const std::vector<StoredRun>& runs, TrajectoryFormat format,
                         const std::filesystem::path& folder, int jobs);

}  // namespace plumb
