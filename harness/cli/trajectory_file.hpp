#pragma once
// Trajectories that `plumb run --trajectory` and `plumb export` wrote, read again.

#include <filesystem>
#include <map>
#include <string>

#include "harness/cli/trajectory_data.hpp"
#include "text/json.hpp"

namespace plumb {

struct TrajectoryFile {
  Json cell = {};                                // as `plumb run --json` says it
  std::map<std::string, Dataset> datasets = {};  // "t", "q", "v", "a", "lambda", "outputs"
};

/// Throws UsageError: it is no such file, or not all of it is there.
TrajectoryFile read_trajectory(const std::filesystem::path& file);

}  // namespace plumb
