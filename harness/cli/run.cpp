// plumb run: cells, from the axes of the command line or from an experiment file.

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "harness/cli/axes.hpp"
#include "harness/cli/cell_table.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/common_options.hpp"
#include "harness/cli/console.hpp"
#include "harness/cli/run_data.hpp"
#include "harness/cli/trajectory.hpp"
#include "harness/run/build_info.hpp"
#include "harness/schedule/matrix.hpp"
#include "harness/text/number_text.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

struct RunOptions {
  Axes axes;
  std::string experiment, store, trajectory, format = "text";
  int jobs = all_cores();
  std::optional<double> cell_timeout, total_timeout;
  bool json = false, progress = false;
};

constexpr const char* examples = R"(Examples:
  plumb run -p pendulum -m 'degree5,erk4' -s 1e-2,1e-3
  plumb run -p 'oscillator(damping=0.1)' -m 'degree5(start=accurate)' -s 1e-2 --precision quad
  plumb run -p pendulum -f index3 -m hht -s 1e-3 --newton-tol 1e-10 --json
  plumb run study.toml -j 2 --store study.db          a second call runs only what is not yet in study.db
  plumb run -p pendulum -m erk4 -s 1e-2 --samples 0 --trajectory pendulum.h5

A method that fails is a result: its row says why. Exit code 4: cells without a result (timeout, crash, memory), or
not one that ended ok. With several cells --trajectory names a folder that gets one ID.h5 a cell; a file that is
there is replaced if it is a trajectory, and none is written for a run that is not supported.)";

std::vector<ResolvedCell> cells_of(const RunOptions& options) {
  if (options.experiment.empty()) {
    if (options.axes.problem.empty() || options.axes.method.empty() || options.axes.step.empty())
      throw UsageError("run: give a problem (-p), a method (-m) and a step (-s), or an experiment file (TOML)");
    return cells_of(options.axes);
  }
  if (any_given(options.axes))
    throw UsageError("run: give an experiment file or -p, -f, -m, -s and settings, not both");
  return cells_of(experiment_from_file(options.experiment).cells);
}

/// Where each cell's trajectory goes. Fails before anything has run, not after.
std::function<fs::path(const ResolvedCell&)> trajectory_paths(const fs::path& target,
                                                              const std::vector<ResolvedCell>& cells) {
  const bool several = cells.size() > 1;
  std::error_code error;
  if (several && (fs::create_directories(target, error), !fs::is_directory(target)))
    throw std::runtime_error(
        fmt::format("{}: is no folder and cannot become one; several cells need one", target.string()));
  const auto path = [target, several](const ResolvedCell& cell) {
    return several ? target / (cell.id() + ".h5") : target;
  };
  for (const auto& cell : cells) check_trajectory_file(path(cell));
  return path;
}

void check(const RunOptions& options) {
  for (const auto& timeout : {options.cell_timeout, options.total_timeout})
    if (timeout && !(*timeout > 0))
      throw UsageError(fmt::format("timeout: {} is not allowed: it must be greater than 0 s", *timeout));
  std::error_code error;
  const auto place = [&](const std::string& path) { return fs::weakly_canonical(path, error); };
  if (!options.store.empty() && !options.trajectory.empty() && place(options.store) == place(options.trajectory))
    throw UsageError(fmt::format("--store and --trajectory: one file, {}, cannot be both", options.store));
}

MatrixOutcome run_all(const std::vector<ResolvedCell>& cells, const RunOptions& options) {
  std::unique_ptr<Store> store;
  if (!options.store.empty()) store = std::make_unique<Store>(options.store);
  const bool terminal = stderr_is_terminal();
  StatusLine line(terminal);
  MatrixOptions matrix{.jobs = options.jobs,
                       .cell_timeout = options.cell_timeout,
                       .global_timeout = options.total_timeout,
                       .store = store.get(),
                       .progress = [&](const std::string& text) { line.show(text); },
                       .progress_interval = terminal           ? 0.25
                                            : options.progress ? 1
                                                               : 10};
  if (!options.trajectory.empty()) {
    const auto path = trajectory_paths(options.trajectory, cells);
    matrix.trajectory = [path](const ResolvedCell& cell, const RunResult& result, const Trajectory& trajectory) {
      write_trajectory(path(cell), cell, result, trajectory);
    };
  }
  return run_matrix(cells, matrix);
}

bool measured(const std::optional<RunResult>& r) {
  return r && r->status != Status::timeout && r->status != Status::crashed && r->status != Status::out_of_memory;
}

Exit verdict(const MatrixOutcome& outcome) {
  if (outcome.interrupted) return Exit::interrupted;
  if (outcome.timed_out) return Exit::timeout;
  const auto& results = outcome.results;
  const bool complete = std::all_of(results.begin(), results.end(), measured);
  const bool any_ok =
      std::any_of(results.begin(), results.end(), [](const auto& r) { return r && r->status == Status::ok; });
  return complete && any_ok ? Exit::ok : Exit::nothing_measured;
}

void report(const std::vector<ResolvedCell>& cells, const MatrixOutcome& outcome, const RunOptions& options) {
  const auto missing = std::count(outcome.results.begin(), outcome.results.end(), std::nullopt);
  if (outcome.interrupted || outcome.timed_out)
    note(fmt::format("{}; {} of {} ended{}", outcome.interrupted ? "interrupted" : "out of time",
                     static_cast<std::ptrdiff_t>(cells.size()) - missing, counted(cells.size(), "cell"),
                     options.store.empty() ? "" : " and are in " + options.store));
  const auto format = table_format(options.json ? "json" : options.format);
  const bool for_people =
      format == TableFormat::text || format == TableFormat::markdown || format == TableFormat::latex;
  if (for_people) return print(printed(cell_table(cells, outcome.results), format));
  std::vector<StoredRun> runs;
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (outcome.results[i])
      runs.push_back({cells[i].text(), std::string(build_info().fingerprint), *outcome.results[i], {}});
  print(printed_runs(runs, format));
}

Exit run(const RunOptions& options) {
  check(options);
  table_format(options.format);
  const auto cells = cells_of(options);
  const auto outcome = run_all(cells, options);
  if (outcome.from_store > 0)
    note(fmt::format("{} of {} {} in {}", outcome.from_store, counted(cells.size(), "cell"),
                     cells.size() == 1 ? "was" : "were", options.store));
  report(cells, outcome, options);
  return verdict(outcome);
}

}  // namespace

void add_run(CLI::App& app, Exit& exit) {
  auto& verb = *app.add_subcommand("run", "run cells and measure them against the reference");
  auto options = std::make_shared<RunOptions>();
  verb.add_option("EXPERIMENT", options->experiment, "experiment file (TOML) instead of -p, -f, -m, -s");
  add_axes(verb, options->axes);
  add_jobs(verb, options->jobs);
  add_store_or_out(verb, options->store, "what it holds is not run again");
  verb.add_option("--timeout", options->cell_timeout, "seconds that one cell may take")->type_name("S");
  verb.add_option("--total-timeout", options->total_timeout, "seconds that all may take; exit code 124")
      ->type_name("S");
  verb.add_option("--trajectory", options->trajectory, "write the sampled states as HDF5")
      ->type_name("FILE.h5")
      ->check(is_path);
  add_format(verb, options->format);
  verb.add_flag("--progress", options->progress, "progress lines even if stderr is no terminal");
  add_json(verb, options->json, "one object a cell, one line each");
  verb.footer(examples);
  verb.callback([options, &exit] { exit = run(*options); });
}

}  // namespace plumb
