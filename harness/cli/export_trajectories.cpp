#include "harness/cli/export_trajectories.hpp"

#include <fmt/format.h>

#include <map>
#include <string>

#include "harness/cell/resolve.hpp"
#include "harness/cli/console.hpp"
#include "harness/cli/interruption.hpp"
#include "harness/cli/trajectory.hpp"
#include "harness/cli/trajectory_data.hpp"
#include "harness/schedule/matrix.hpp"
#include "harness/store/store_diff.hpp"
#include "text/number_text.hpp"
#include "text/output_file.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

void require_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!fs::is_directory(folder, error))
    throw std::runtime_error(fmt::format("{}: is not a folder and cannot be created as one", folder.string()));
}

void write(const fs::path& folder, TrajectoryFormat format, const ResolvedCell& cell, const RunResult& result,
           const SampledStates& states) {
  if (format == TrajectoryFormat::hdf5) return write_trajectory(folder / (cell.id() + ".h5"), cell, result, states);
  if (result.status != Status::unsupported) write_npy(output_folder(folder, cell.id()), cell, result, states);
}

}  // namespace

Exit export_trajectories(const std::vector<StoredRun>& runs, TrajectoryFormat format, const fs::path& folder,
                         int jobs) {
  std::vector<ResolvedCell> cells;
  std::map<std::string, const RunResult*> stored;
  for (const auto& run : runs) {
    cells.push_back(resolve(run.cell));
    stored[cells.back().id()] = &run.result;
  }
  require_folder(folder);
  StatusLine line(stderr_is_terminal());
  std::size_t written = 0, changed = 0;
  MatrixOptions options{.jobs = jobs,
                        .progress = [&](const std::string& text) { line.show(text); },
                        .progress_interval = progress_interval(),
                        .interrupted = ctrl_c()};
  options.trajectory = [&](const ResolvedCell& cell, const RunResult& result, const SampledStates& states) {
    write(folder, format, cell, result, states);
    ++written;
    const auto found = differences(to_json(*stored.at(cell.id())), to_json(result));
    if (found.empty()) return;
    ++changed;
    line.note(fmt::format("cell {} ({}): {} differs from the stored result", cell.id(), title(cell.text()),
                          found.front().name));
  };
  const auto outcome = run_matrix(Cells(cells), options);
  line.clear();
  note(fmt::format("trajectories of {} in {}", counted(written, "run"), folder.string()));
  if (outcome.interrupted) return Exit::interrupted;
  return changed == 0 ? Exit::ok : Exit::verdict_failed;
}

}  // namespace plumb
