#include "harness/cli/trajectory_file.hpp"

#include <fmt/format.h>

#include "harness/cli/hdf5.hpp"
#include "text/exit_codes.hpp"
#include "text/printable.hpp"

namespace plumb {
namespace {

UsageError no_trajectory(const std::filesystem::path& file) {
  return UsageError(
      fmt::format("'{}' is no trajectory of `plumb run`, or a damaged one", printable_excerpt(file.string())));
}

}  // namespace

TrajectoryFile read_trajectory(const std::filesystem::path& file) {
  auto contents = hdf5().read(file.string(), {"t", "q", "v", "a", "lambda", "outputs"});
  if (!contents) throw no_trajectory(file);
  const auto times = contents->datasets["t"].rows;
  for (const auto& [name, data] : contents->datasets)
    if (data.columns != 0 && data.rows != times) throw no_trajectory(file);
  try {
    return {Json::parse(contents->cell), std::move(contents->datasets)};
  } catch (const Json::exception&) {
    throw no_trajectory(file);
  }
}

}  // namespace plumb
