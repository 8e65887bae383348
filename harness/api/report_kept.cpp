#include "harness/api/report_site.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <string>

#include "contract/stop.hpp"
#include "harness/api/trajectory.hpp"
#include "harness/cell/resolve.hpp"
#include "harness/paper/view.hpp"
#include "harness/run/metric_column.hpp"
#include "text/exit_codes.hpp"
#include "text/file_text.hpp"
#include "text/mistakes.hpp"
#include "text/printable.hpp"

namespace plumb {
namespace {

/// A trajectory that `plumb run --trajectory` or `plumb export` wrote.
struct TrajectoryFile {
  Json cell = {};                                // cell as printed by `plumb run --json`
  std::map<std::string, Dataset> datasets = {};  // datasets by name: "t", "q", "v", "a", "lambda", "outputs"
};

UsageError no_trajectory(const std::filesystem::path& file) {
  return UsageError(
      fmt::format("'{}' is not a trajectory of `plumb run`, or is damaged", printable_excerpt(file.string())));
}

/// Reads a trajectory. Throws UsageError if the file is not a trajectory, or is incomplete.
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

namespace fs = std::filesystem;

constexpr std::size_t most_times = 500;  // limit of the times that a page shows

/// Returns the indices of at most `most_times` rows that a page shows, including the first and the last row.
std::vector<std::size_t> shown_rows(std::size_t rows) {
  std::vector<std::size_t> out;
  const auto count = std::min(rows, most_times);
  for (std::size_t i = 0; i < count; ++i) out.push_back(count < 2 ? 0 : i * (rows - 1) / (count - 1));
  return out;
}

Json column_json(const std::string& name, const std::string& unit, Json values) {
  return {{"name", name}, {"unit", unit}, {"values", std::move(values)}};
}

Json columns_json(const Dataset& data, const std::vector<std::size_t>& rows) {
  Json out = Json::array();
  for (std::size_t k = 0; k < data.columns; ++k) {
    Json values = Json::array();
    for (const auto row : rows) values.push_back(number_or_null(data.numbers[row * data.columns + k]));
    out.push_back(column_json(data.names[k], data.units[k], std::move(values)));
  }
  return out;
}

Vec<quad> row_of(const Dataset& data, std::size_t row) {
  Vec<quad> out(static_cast<Eigen::Index>(data.columns));
  for (std::size_t k = 0; k < data.columns; ++k)
    out[static_cast<Eigen::Index>(k)] = quad(data.numbers[row * data.columns + k]);
  return out;
}

/// Returns the state in a row of a trajectory.
Sample<quad> sample_of(const TrajectoryFile& file, std::size_t row) {
  const auto of = [&](const char* name) { return row_of(file.datasets.at(name), row); };
  return {quad(file.datasets.at("t").numbers[row]), of("q"), of("v"), of("a"), of("lambda"), of("outputs")};
}

/// A quantity that must be conserved or 0. `like` is a metric with the same unit.
struct Invariant {
  const char *name, *like;
};
constexpr Invariant violations[] = {{"violation.position", "drift.position"},
                                    {"violation.velocity", "drift.velocity"},
                                    {"violation.acceleration", "drift.acceleration"}};

Json series(SampleView& view, const char* name, const TrajectoryFile& file, const std::vector<std::size_t>& rows) {
  Json out = Json::array();
  for (const auto row : rows) {
    stopping_point();
    out.push_back(number_or_null(static_cast<double>(view.of(name, sample_of(file, row)))));
  }
  return out;
}

/// Returns the change of energy since the initial time. In a conservative system it is an error, else the work of
/// forces.
Json energy_json(const ResolvedCell& cell, SampleView& view, const TrajectoryFile& file,
                 const std::vector<std::size_t>& rows) {
  auto values = series(view, "energy", file, rows);
  const auto begin = values.empty() || values.front().is_null() ? 0 : values.front().get<double>();
  for (auto& value : values)
    if (!value.is_null()) value = value.get<double>() - begin;
  const bool conserved = cell.problem().in_quad.system(cell.data(), cell.formulation()).conservative();
  const auto unit = metric_unit(Subject(cell), "energy.max");
  return Json::array({column_json(conserved ? "energy error E − E0" : "change of energy E − E0, not conserved", unit,
                                  std::move(values))});
}

Json violations_json(const ResolvedCell& cell, SampleView& view, const TrajectoryFile& file,
                     const std::vector<std::size_t>& rows) {
  Json out = Json::array();
  if (file.datasets.at("lambda").columns == 0) return out;
  for (const auto& [name, like] : violations)
    out.push_back(column_json(name, metric_unit(Subject(cell), like), series(view, name, file, rows)));
  return out;
}

Json trajectory_json(const GatheredRun& run, const fs::path& path) {
  const auto file = read_trajectory(path);
  if (file.cell != to_json(run.cell))
    throw UsageError(fmt::format("--motions: '{}' is not the trajectory of the run that its name refers to",
                                 printable_excerpt(path.string())));
  const auto& t = file.datasets.at("t");
  const auto rows = shown_rows(t.rows);
  Json times = Json::array(), groups = Json::array();
  for (const auto row : rows) times.push_back(t.numbers[row]);
  const auto add = [&](const char* name, Json columns, bool is_log) {
    if (!columns.empty()) groups.push_back({{"name", name}, {"log", is_log}, {"columns", std::move(columns)}});
  };
  add("outputs", columns_json(file.datasets.at("outputs"), rows), false);
  const auto cell = resolve(run.cell);
  SampleView view(cell);
  add("energy", energy_json(cell, view, file, rows), false);
  add("violations of constraints", violations_json(cell, view, file, rows), true);
  for (const char* name : {"q", "v", "a", "lambda"}) add(name, columns_json(file.datasets.at(name), rows), false);
  return {{"t", std::move(times)}, {"samples", t.rows}, {"groups", std::move(groups)}};
}

std::string animation_in(const fs::path& file) {
  const auto svg = file_text(file, "an animation of `plumb run --animate`");
  if (!svg.starts_with("<svg") && !svg.starts_with("<?xml"))
    throw UsageError(
        fmt::format("--motions: '{}' is not an animation of `plumb run`", printable_excerpt(file.string())));
  return svg;
}

}  // namespace

void add_saved_runs(const fs::path& folder, ReportContents& contents) {
  if (!fs::is_directory(folder))
    throw unreadable("--motions '{}': there is no such folder", printable_excerpt(folder.string()));
  for (const auto& run : contents.runs.runs()) {
    if (const auto file = folder / (run.id + ".h5"); fs::is_regular_file(file))
      contents.kept[run.id].trajectory = trajectory_json(run, file);
    if (const auto file = folder / (run.id + ".svg"); fs::is_regular_file(file))
      contents.kept[run.id].animation = animation_in(file);
  }
}

}  // namespace plumb
