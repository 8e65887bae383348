// plumb run runs cells, which the options of the command line or a study file select.

#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "harness/cli/commands.hpp"
#include "harness/cli/common_options.hpp"
#include "harness/cli/study_run.hpp"
#include "text/mistakes.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

constexpr const char* run_examples = R"(Examples:
  plumb run -p pendulum -m 'degree5,erk4' -s 1e-2,1e-3
  plumb run -p 'oscillator(damping=0.1)' -m 'degree5(start=accurate)' -s 1e-2 --precision quad
  plumb run -p pendulum -f index3 -m hht -s 1e-3 --newton-tol 1e-10 --json
  plumb run study.toml -j 2 --store study.db          a second call runs only what is not yet in study.db
  plumb run study.toml --isolate --timeout 60 --memory 2GB --store study.db
  plumb run study.toml --store study.db --estimate    number of cells, core time and memory; nothing runs
  plumb run study.toml --shard 2/8 --store 2.db       the second of eight parts of equal cost; `plumb merge` joins them
  plumb run -p pendulum -m erk4 -s 1e-2 --samples 0 --trajectory pendulum.h5
  plumb run -p pendulum -m erk4,bdf2 -s 1e-2,1e-3 --columns 'method,step,re.*,rhs_evaluations'
  plumb run -p double-pendulum -m dop853 -s 1e-2 --t-end 1 --reference quick    errors with few digits, in seconds
  plumb run -p squeezer -f index2 -m radau-iia -s 1e-5 --animate squeezer.svg    the motion, for a browser

A method that fails is a result, with the reason in its row. Exit code 4: a cell has no result (timeout, crash, memory),
or no cell ended ok. For several cells, --trajectory and --animate write one file for each: w.svg becomes w-erk4.svg and
w-kutta3.svg, named by the settings that differ; in a folder the files are ID.h5 or ID.svg. An existing file is replaced
only if it is of the same kind. No file is written for an unsupported run. For an animation the cell runs once more with
its states at every step, and has as many frames as a smooth motion needs.

A reference that must be computed first may take longer than the runs. Results that need no reference are printed
meanwhile, and are kept if --timeout or Ctrl-C stops the reference. Errors against a quick reference have no more digits
than the reference; JSON and CSV contain their uncertainty.

With --isolate a crash, an endless loop (--timeout) or a large allocation (--memory) ends its own cell only. The cell
has the status crashed, timeout or out-of-memory, the reason, and errors, drift and energy up to that time, and the next
call with the same store repeats it. All other results keep their bits. An isolated cell costs some tenths of a
millisecond more; a cell of a library runs in a separate process, which costs some milliseconds. Cells that may need
more than a quarter of --memory are always isolated.
With --store, if more than a hundred results come from the store, the table counts them and has no rows for them.
Several calls may run one study with one store at the same time: each cell is run by one of them, and if a call is
killed, the others take over its cells.)";

void check(const RunOptions& options) {
  is_study(options.cells, "run", "a problem (-p), a method (-m) and a step (-s)");
  for (const auto& timeout : {options.cell_timeout, options.total_timeout})
    if (timeout && !(*timeout > 0))
      throw out_of_range("timeout: {} is not allowed: it must be greater than 0 s", *timeout);
  require_columns_of_a_table(options.columns, options.json ? "json" : options.format);
  std::error_code error;
  const auto place = [&](const std::string& path) { return fs::weakly_canonical(path, error); };
  const auto require_apart = [&](const char* names, const std::string& one, const std::string& other) {
    if (!one.empty() && !other.empty() && place(one) == place(other))
      throw contradiction("{}: both name the file {}; give two different files", names, one);
  };
  require_apart("--store and --trajectory", options.store, options.trajectory);
  require_apart("--store and --animate", options.store, options.animation);
  require_apart("--trajectory and --animate", options.trajectory, options.animation);
}

Exit run(const RunOptions& options) {
  check(options);
  return run_study(options);
}

}  // namespace

void add_run(CLI::App& app, Exit& exit) {
  auto& verb = *app.add_subcommand("run", "run cells and measure them against the reference");
  auto options = std::make_shared<RunOptions>();
  add_study(verb, options->cells.study);
  add_axes(verb, options->cells.axes);
  add_jobs(verb, options->jobs);
  add_store(verb, options->store, "stored runs are not repeated");
  verb.add_option("--timeout", options->cell_timeout, "limit of seconds for a cell, and separately for its reference")
      ->type_name("S");
  add_total_timeout(verb, options->total_timeout);
  verb.add_flag("--isolate", options->isolation.all,
                "run each cell in a process of its own, so that a crash or a hang ends this cell alone");
  add_memory(verb, options->isolation.memory);
  verb.add_option("--trajectory", options->trajectory, "write the sampled states as HDF5")
      ->type_name("FILE.h5")
      ->check(is_path);
  verb.add_option("--animate", options->animation,
                  "draw the motion as an animated SVG for browsers; the cell is run again for it")
      ->type_name("FILE.svg")
      ->check(is_path);
  add_format(verb, options->format);
  add_columns(verb, options->columns);
  verb.add_option("--shard", options->shard,
                  "run only part I of N; the parts have equal estimated cost, and depend on the cells only")
      ->type_name("I/N");
  verb.add_flag("--stored", options->stored_rows,
                "print rows for all results of the store, even if there are more than a hundred");
  verb.add_flag("--estimate", options->estimate, "print the number of runs and their time, and run nothing");
  verb.add_flag("--progress", options->progress, "progress lines even if stderr is not a terminal");
  add_json(verb, options->json, "one line with an object for each cell");
  verb.footer(run_examples);
  verb.callback([options, &exit] { exit = run(*options); });
}

}  // namespace plumb
