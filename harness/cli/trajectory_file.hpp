#pragma once
// This reads trajectories that `plumb run --trajectory` and `plumb export` wrote.

#include <filesystem>
#include <map>
#include <string>

#include "harness/cli/trajectory_data.hpp"
#include "text/json.hpp"

namespace plumb {

struct TrajectoryFile {
  Json cell = {};                                // as `plumb run --json` prints it
  std::map<std::string, Dataset> datasets = {};  // "t", "q", "v", "a", "lambda", "outputs"
};

/// Reads a trajectory. Throws UsageError if it is not such a file, or not complete.
TrajectoryFile read_trajectory(const std::filesystem::path& file);

}  // namespace plumb
