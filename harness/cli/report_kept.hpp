#pragma once
// A site shows trajectories and animations of its runs that `plumb run --trajectory` and `--animate` kept.

#include <filesystem>

#include "harness/report/report.hpp"

namespace plumb {

/// Adds them to a site whose runs are complete. If the folder has ID.h5 or ID.svg of a run, its page shows the motion
/// over time, with energy and violations of constraints, and the animation. Throws UsageError if there is no such
/// folder, or if a file belongs to another run or is of another kind. Obeys stopping points.
void add_kept(const std::filesystem::path& folder, ReportContents& contents);

}  // namespace plumb
