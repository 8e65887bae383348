// plumb run: cells, from the axes of the command line or from an experiment file.

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
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

NotedCells cells_of(const RunOptions& options) {
  if (options.experiment.empty()) {
    if (options.axes.problem.empty() || options.axes.method.empty() || options.axes.step.empty())
      throw UsageError("run: give a problem (-p), a method (-m) and a step (-s), or an experiment file (TOML)");
    return cells_of(options.axes);
  }
  if (any_given(options.axes))
    throw UsageError("run: give an experiment file or -p, -f, -m, -s and settings, not both");
  return cells_of(experiment_from_file(options.experiment));
}

/// Where each cell's trajectory goes. Fails before anything has run, not after.
std::function<fs::path(const std::string& cell_id)> trajectory_paths(const fs::path& target, const Cells& cells) {
  const bool several = cells.size() > 1;
  std::error_code error;
  if (several) fs::create_directories(target, error);
  if (several && !fs::is_directory(target))
    throw std::runtime_error(
        fmt::format("{}: is no folder and cannot become one; several cells need one", target.string()));
  const auto path = [target, several](const std::string& cell_id) {
    return several ? target / (cell_id + ".h5") : target;
  };
  for (std::size_t i = 0; i < cells.size(); ++i) check_trajectory_file(path(cells.id(i)));
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

/// A call of `plumb run`: everything that takes time is done by a pool, from the reading of the cells on.
class Study {
 public:
  explicit Study(const RunOptions& chosen) : options(chosen) {
    if (is_for_people(format))
      for_people = std::make_unique<CellTable>();
    else if (format != TableFormat::json)
      for_programs = std::make_unique<RunTable>();
  }

  Exit run() {
    if (const auto stopped = read()) return *stopped;
    if (!options.store.empty()) store = std::make_unique<Store>(options.store);
    const auto outcome = run_matrix(cells, matrix());
    line.clear();
    if (outcome.from_store > 0)
      note(fmt::format("{} of {} {} in {}", outcome.from_store, counted(cells.size(), "cell"),
                       cells.size() == 1 ? "was" : "were", options.store));
    if (outcome.interrupted || outcome.timed_out)
      note(fmt::format("{}; {} of {} ended{}{}", outcome.interrupted ? "interrupted" : "out of time",
                       ended + outcome.left_in_store, counted(cells.size(), "cell"),
                       options.store.empty() ? "" : " and are in " + options.store,
                       outcome.left_in_store == 0 ? "" : fmt::format(", {} only there", outcome.left_in_store)));
    for (; shown < cells.size() && for_people; ++shown) for_people->add(cells[shown], {});
    const auto to_stdout = [](std::string_view text) { print(text); };
    if (for_people)
      print(for_people->table(), format, to_stdout);
    else if (for_programs)
      print(for_programs->table(), format, to_stdout);
    return verdict(outcome);
  }

 private:
  PoolOptions pool() const {
    auto out = matrix_options().pool();
    out.noun = "study";
    return out;
  }

  /// A large study takes seconds to read. The exit code, if it was stopped.
  std::optional<Exit> read() {
    std::vector<std::string> notes;
    Pool reading(pool());
    reading.add({.seconds = 1,
                 .work = [this, &notes](TaskState&) -> Finish {
                   auto read = cells_of(options);
                   return [this, &notes, all = std::make_shared<NotedCells>(std::move(read))] {
                     cells = std::move(all->cells);
                     notes = std::move(all->notes);
                     return true;
                   };
                 },
                 .title = options.experiment.empty() ? "the options" : options.experiment,
                 .is_one_progress = true});
    const auto outcome = reading.run();
    line.clear();
    for (const auto& text : notes) note(text);
    if (!outcome.interrupted && !outcome.timed_out) return {};
    note(fmt::format("{}; no cell has begun", outcome.interrupted ? "interrupted" : "out of time"));
    return outcome.interrupted ? Exit::interrupted : Exit::timeout;
  }

  MatrixOptions matrix_options() const {
    return {.jobs = options.jobs,
            .global_timeout = options.total_timeout,
            .progress = [this](const std::string& text) { line.show(text); },
            .progress_interval = terminal           ? 0.25
                                 : options.progress ? 1
                                                    : 10,
            .begin = begin};
  }

  MatrixOptions matrix() {
    auto out = matrix_options();
    out.cell_timeout = options.cell_timeout;
    out.store = store.get();
    out.finished = [this](std::size_t place, const RunResult& result) { finished(place, result); };
    if (options.trajectory.empty()) return out;
    out.trajectory = [path = trajectory_paths(options.trajectory, cells)](
                         const ResolvedCell& cell, const RunResult& result, const Trajectory& trajectory) {
      write_trajectory(path(cell.id()), cell, result, trajectory);
    };
    return out;
  }

  /// In the order of the cells: one line each at once, or a row that is printed with the others.
  void finished(std::size_t place, const RunResult& result) {
    ++ended;
    if (!depends_on_the_machine(result.status)) ++measured;
    any_ok = any_ok || result.status == Status::ok;
    if (for_people) {
      for (; shown < place; ++shown) for_people->add(cells[shown], {});
      for_people->add(cells[shown++], result);
      return;
    }
    const StoredRun run{cells[place].text(), std::string(build_info().fingerprint), result, {}};
    if (for_programs) return for_programs->add(run);
    line.print(run_line(run));
  }

  Exit verdict(const MatrixOutcome& outcome) const {
    if (outcome.interrupted) return Exit::interrupted;
    if (outcome.timed_out) return Exit::timeout;
    return measured == cells.size() && any_ok ? Exit::ok : Exit::nothing_measured;
  }

  const RunOptions& options;
  const TableFormat format = table_format(options.json ? "json" : options.format);
  const std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
  const bool terminal = stderr_is_terminal();
  mutable StatusLine line{terminal};
  std::unique_ptr<Store> store;  // null: none was given
  Cells cells;
  std::unique_ptr<CellTable> for_people;
  std::unique_ptr<RunTable> for_programs;  // neither: one line each at once
  std::size_t ended = 0, measured = 0, shown = 0;
  bool any_ok = false;
};

Exit run(const RunOptions& options) {
  check(options);
  return Study(options).run();
}

}  // namespace

void add_run(CLI::App& app, Exit& exit) {
  auto& verb = *app.add_subcommand("run", "run cells and measure them against the reference");
  auto options = std::make_shared<RunOptions>();
  verb.add_option("EXPERIMENT", options->experiment, "experiment file (TOML) instead of -p, -f, -m, -s");
  add_axes(verb, options->axes);
  add_jobs(verb, options->jobs);
  add_store_or_out(verb, options->store, "what it holds is not run again");
  verb.add_option("--timeout", options->cell_timeout, "seconds that one cell may take, without its reference")
      ->type_name("S");
  add_total_timeout(verb, options->total_timeout);
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
