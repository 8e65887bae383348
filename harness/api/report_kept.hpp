#pragma once
// Adds trajectories and animations that `plumb run --trajectory` and `--animate` wrote to the pages of a site.

#include <filesystem>

#include "harness/report/report.hpp"

namespace plumb {

/// Adds the files of a folder; `contents` must already contain all runs. If the folder has a trajectory ID.h5, the page
/// of the run with this id shows coordinates, energy and constraint violations over time. If it has ID.svg, the page
/// shows the animation. Throws UsageError if the folder does not exist, or if a file belongs to another run or is of
/// another kind. Has stopping points.
void add_saved_runs(const std::filesystem::path& folder, ReportContents& contents);

}  // namespace plumb
