#include "harness/api/trajectory.hpp"

#include <fmt/format.h>

#include <map>
#include <stdexcept>
#include <string>

#include "harness/api/hdf5.hpp"
#include "harness/api/trajectory_data.hpp"
#include "text/json.hpp"
#include "text/output_file.hpp"

namespace plumb {
namespace {

FileKind trajectory_kind() {
  return {"a trajectory of `plumb run`",
          [](const std::filesystem::path& file) { return hdf5().is_trajectory(file.string()); }};
}

Hdf5Module::Attributes attributes_of(const ResolvedCell& cell, const RunResult& result) {
  Hdf5Module::Attributes out = {{"cell", to_json(cell.text()).dump()},
                                {"environment", result.environment.dump()},
                                {"status", std::string(name(result.status))}};
  if (const auto moved = corrected_start(cell.problem(), cell.data()); !moved.empty())
    out.emplace_back("corrected_start", moved);
  return out;
}

}  // namespace

void check_trajectory_file(const std::filesystem::path& file) { check_output(file, trajectory_kind()); }

void write_trajectory(const std::filesystem::path& file, const ResolvedCell& cell, const RunResult& result,
                      const SampledStates& states) {
  if (result.status == Status::unsupported) return;
  OutputFile out(file, trajectory_kind());
  const auto bytes =
      hdf5().image(attributes_of(cell, result), [&](const auto& visitor) { visit_datasets(cell, states, visitor); });
  if (!bytes) throw std::runtime_error(fmt::format("{}: HDF5 cannot make a file of the trajectory", file.string()));
  out.write(*bytes);
  out.commit();
}

std::function<void(const ResolvedCell&, const RunResult&, const SampledStates&)> trajectory_writer(
    const std::vector<fs::path>& files, const Cells& cells) {
  std::map<std::string, fs::path> by_id;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    check_trajectory_file(files[i]);
    by_id[cells.id(i)] = files[i];
  }
  return [by_id](const ResolvedCell& cell, const RunResult& result, const SampledStates& states) {
    write_trajectory(by_id.at(cell.id()), cell, result, states);
  };
}

}  // namespace plumb
