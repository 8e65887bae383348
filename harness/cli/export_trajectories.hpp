#pragma once
// `plumb export --format hdf5` (or npy) writes trajectories of stored runs. Stores contain no trajectories, so the
// cells run again.

#include <filesystem>
#include <vector>

#include "harness/store/store.hpp"
#include "text/exit_codes.hpp"

namespace plumb {

enum class TrajectoryFormat { hdf5, npy };

/// Runs the cells again and writes `folder`/ID.h5 or `folder`/ID/*.npy for each cell id. If a result differs from the
/// stored bits, prints a note on stderr and returns Exit::verdict_failed; after a stop, returns the exit code of the
/// stop. Throws UsageError for a cell that this build cannot run, and for files that must not be replaced.
Exit export_trajectories(const std::vector<StoredRun>& runs, TrajectoryFormat format,
                         const std::filesystem::path& folder, int jobs);

}  // namespace plumb
