#pragma once
// Trajectories and animations of `plumb run --trajectory` and `--animate` for the pages of a site.

#include <filesystem>

#include "harness/report/report.hpp"

namespace plumb {

/// Adds trajectories and animations to a site with complete runs. If the folder has ID.h5 or ID.svg of a run, its
/// page shows the motion over time, with energy and violations of constraints, and the animation. Throws UsageError if
/// the folder does not exist, or if a file belongs to another run or is of another kind. Has stopping points.
void add_kept(const std::filesystem::path& folder, ReportContents& contents);

}  // namespace plumb
