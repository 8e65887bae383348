#pragma once
// plumb export --format hdf5 or npy writes the trajectories of stored runs. The cells run once more for this purpose.

#include <filesystem>
#include <vector>

#include "harness/store/store.hpp"
#include "text/exit_codes.hpp"

namespace plumb {

enum class TrajectoryFormat { hdf5, npy };

/// Runs the cells again and writes `folder`/ID.h5 or `folder`/ID/*.npy of each. If a result differs from the stored
/// bits, prints a note on stderr and returns Exit::verdict_failed; may be interrupted. Throws UsageError for a cell
/// that this build cannot run, and for files that must not be replaced.
Exit export_trajectories(const std::vector<StoredRun>& runs, TrajectoryFormat format,
                         const std::filesystem::path& folder, int jobs);

}  // namespace plumb
