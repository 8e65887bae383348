#pragma once
// Trajectories and animations of the runs of a site, as `plumb run --trajectory` and `--animate` kept them.

#include <filesystem>

#include "harness/report/report.hpp"

namespace plumb {

/// To a site whose runs are complete: of those whose ID.h5 or ID.svg a folder has, the motion over time with energy
/// and violations of constraints, and the animation. Throws UsageError: there is no such folder, or a file is another
/// run's or none. Obeys stopping points.
void add_kept(const std::filesystem::path& folder, ReportContents& contents);

}  // namespace plumb
