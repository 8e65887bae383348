#pragma once
// plumb export --format hdf5 or npy writes the trajectories of runs that a store holds. The runs are made once more for
// that.

#include <filesystem>
#include <vector>

#include "harness/store/store.hpp"
#include "text/exit_codes.hpp"

namespace plumb {

enum class TrajectoryFormat { hdf5, npy };

/// Runs the cells again and writes `folder`/ID.h5 or `folder`/ID/*.npy of each. Returns Exit::verdict_failed, and says
/// so on stderr, if a run does not give the bits that are stored; may be interrupted. Throws UsageError for a cell that
/// this build cannot run, and for files that must not be replaced.
Exit export_trajectories(const std::vector<StoredRun>& runs, TrajectoryFormat format,
                         const std::filesystem::path& folder, int jobs);

}  // namespace plumb
