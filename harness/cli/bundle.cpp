// plumb bundle writes a folder with which a reader checks the numbers of a study. plumb verify checks the folder: its
// files, and every cell in a repeat run.

#include "harness/api/bundle.hpp"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <limits>
#include <memory>
#include <optional>
#include <string>

#include "harness/api/conduct.hpp"
#include "harness/cell/setting.hpp"
#include "harness/cli/axes.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/common_options.hpp"
#include "harness/cli/console.hpp"
#include "harness/cli/work.hpp"
#include "harness/gate/item.hpp"
#include "text/mistakes.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

/// The resources of the runs.
struct RepeatOptions {
  std::string store;
  int jobs = all_cores();
  std::optional<double> cell_timeout, total_timeout;
  IsolationOptions isolation;
};

/// Adds -j, --store, --timeout, --total-timeout, --isolate and --memory. `of_store` describes the use of the store.
void add_repeat_options(CLI::App& verb, RepeatOptions& options, const std::string& of_store) {
  add_jobs(verb, options.jobs);
  add_store(verb, options.store, of_store);
  verb.add_option("--timeout", options.cell_timeout, "limit of seconds for a cell, and separately for its reference")
      ->type_name("S");
  add_total_timeout(verb, options.total_timeout);
  verb.add_flag("--isolate", options.isolation.all,
                "run each cell in a process of its own, so that a crash or a hang ends this cell alone");
  add_memory(verb, options.isolation.memory);
}

/// Returns the conduct of the runs, with Ctrl-C and with progress in `line`, which must outlive it.
Conduct conduct_of(const RepeatOptions& options, StatusLine& line) {
  auto out = conduct_of(line, options.jobs, options.total_timeout, options.store);
  out.cell_timeout = options.cell_timeout;
  out.isolation = options.isolation;
  return out;
}

struct BundleOptions {
  StudyOrAxes cells;
  std::string folder, build_line;
  std::vector<std::string> sources;
  RepeatOptions runs;
  bool compares = false, quick = false, json = false;
};

constexpr const char* bundle_examples = R"(Examples:
  plumb bundle artifact study.toml --store study.db
  plumb bundle small -p pendulum -f index3 -m hht,bdf2 -s 1e-2,5e-3 --t-end 1
  plumb bundle artifact -p pendulum -m @libmine.so -s 1e-3 --source mine.c --build-line 'make libmine.so'
  plumb bundle artifact --comparison -m @mine.toml -p squeezer --store compare.db
  plumb verify artifact

Writes a new folder: the study, the files of methods and problems, a store with exactly these cells, their table, the
environment, a README.md for the reader, and a manifest with the SHA-256 of every file. --comparison writes the page of
`plumb compare` and all of its runs instead of a study. Results that --store has are not computed again.
A method from a shared library needs its sources and the command that builds it.

After Ctrl-C the same command continues; finished results are in --store, or else in OUT/unfinished.db.
Exit codes: 0 written, 4 a cell has no result that can be repeated (timeout, crash, memory) and nothing was written.)";

/// Returns the command with all values of the axes, for the manifest.
std::string bundle_command(const BundleOptions& options) {
  std::string out = "plumb bundle " + in_shell(options.folder);
  if (!options.cells.study.empty()) out += " " + in_shell(options.cells.study);
  if (options.compares) out += options.quick ? " --comparison --quick" : " --comparison";
  auto axes = options.cells.axes;
  for (const auto& name : Axes::names()) {
    const bool is_setting = name != "problem" && name != "formulation" && name != "method" && name != "step";
    const auto option = is_setting ? setting_named(name).option() : name == "step" ? "steps" : name;
    for (const auto& value : *axes.values(name)) out += fmt::format(" --{} {}", option, in_shell(value));
  }
  for (const auto& source : options.sources) out += " --source " + in_shell(source);
  if (!options.build_line.empty()) out += " --build-line " + in_shell(options.build_line);
  return out;
}

void check(const BundleOptions& options) {
  if (options.compares) {
    auto others = options.cells.axes;
    others.method = others.problem = {};
    if (!options.cells.study.empty() || any_given(others))
      throw contradiction("bundle: --comparison chooses formulations, steps and settings itself; give only -m and -p");
    if (options.cells.axes.method.empty()) throw missing_part("bundle: --comparison needs a method (-m)");
  } else {
    if (options.quick) throw missing_part("bundle: --quick needs --comparison");
    is_study(options.cells, "bundle", "a problem (-p), a method (-m) and a step (-s)");
  }
}

void print_bundle(const Bundle& bundle, const BundleOptions& options) {
  const auto& manifest = *bundle.manifest;
  if (options.json)
    return print_json({{"folder", options.folder},
                       {"cells", manifest.cells},
                       {"files", manifest.files.size() + 1},
                       {"manifest_sha256", bundle.manifest_sha256}});
  print(fmt::format("{}: {}, {}\nSHA-256 of {}: {}\nto check it: plumb verify {}\n", options.folder,
                    counted(manifest.cells, "cell"), counted(manifest.files.size() + 1, "file"), manifest_name,
                    bundle.manifest_sha256, in_shell(options.folder)));
}

Exit bundle(const BundleOptions& options) {
  check(options);
  StatusLine line(stderr_is_terminal());
  const auto written = write_bundle({.folder = options.folder,
                                     .study = options.cells.study,
                                     .axes = options.cells.axes,
                                     .compares = options.compares,
                                     .quick = options.quick,
                                     .sources = options.sources,
                                     .build_line = options.build_line,
                                     .command = bundle_command(options)},
                                    conduct_of(options.runs, line));
  line.clear();
  for (const auto& text : written.notes) note(text);
  if (written.ending.stopped()) {
    const auto [why, exit] = stop_of(written.ending);
    note(fmt::format("{}; {} of {} ended and are in {}; the same command continues", why, written.ended,
                     counted(written.cells, "cell"), written.unfinished));
    return exit;
  }
  for (const auto& text : written.without_result) note("no result to repeat: " + text);
  if (!written.manifest) {
    note(fmt::format("nothing was written: {} of {} cells have no reproducible result", written.without_result.size(),
                     counted(written.cells, "cell")));
    return Exit::nothing_measured;
  }
  print_bundle(written, options);
  return Exit::ok;
}

}  // namespace

void add_bundle(CLI::App& app, Exit& exit) {
  auto& verb = *app.add_subcommand("bundle", "a folder with which a reader can check the numbers of a study");
  auto options = std::make_shared<BundleOptions>();
  verb.add_option("OUT", options->folder, "folder to write, which must be missing or empty")
      ->required()
      ->check(is_path);
  add_study(verb, options->cells.study);
  add_axes(verb, options->cells.axes);
  verb.add_flag("--comparison", options->compares,
                "bundle the page of `plumb compare` and its runs, instead of a study");
  verb.add_flag("--quick", options->quick, "run a quick subset: only with --comparison, as in `plumb compare --quick`");
  add_values(verb, "--source", options->sources, "FILE", "source file of a shared library; may be given several times");
  verb.add_option("--build-line", options->build_line,
                  "command that builds the shared library, in the folder of sources")
      ->type_name("COMMAND");
  add_repeat_options(verb, options->runs, "stored runs are not repeated");
  add_json(verb, options->json, "one object");
  verb.footer(bundle_examples);
  verb.callback([options, &exit] { exit = bundle(*options); });
}

namespace {

struct VerifyOptions {
  std::string folder;
  RepeatOptions runs;
  RowLimit rows;
  bool json = false;
};

constexpr const char* verify_examples = R"(Examples:
  plumb verify artifact
  plumb verify artifact -j 2 --json
  plumb verify artifact --store again.db          keeps the repeat runs; after Ctrl-C the same command continues

Compares the files with the manifest, and names missing, changed and extra files and another program version. Then
runs the cells again, without the store of the bundle, and compares status, metrics, counters and final state:

  same bits         every value is the same
  same digits       every number agrees within its uncertainty: reference, rounding, and a Newton tolerance
  different         a number does not agree; the row has its recorded value, the new value and the uncertainty
  failed otherwise  another status
  missing           the cell is only in the study, or only in the store

Times are not compared. verify runs the methods of the bundle: use it only for bundles of authors whom you trust.
Exit codes: 0 all cells have the same bits or digits, 1 a cell is different or failed otherwise, or a file is missing
or was changed, 4 a cell is missing or unreadable.)";

Exit verify(const VerifyOptions& options) {
  StatusLine line(stderr_is_terminal());
  const auto found = verify_bundle(options.folder, conduct_of(options.runs, line));
  line.clear();
  for (const auto& text : found.notes) note(text);
  if (options.json)
    print_json(verification_json(found));
  else
    print(verification_text(found, options.folder, options.rows.of(std::numeric_limits<std::size_t>::max())));
  if (found.ending.stopped())
    note(fmt::format("{}; {} of {} not compared{}", stop_of(found.ending).why, found.count(CellVerdict::not_run),
                     counted(found.cells.size(), "cell"),
                     options.runs.store.empty() ? "" : "; finished runs are in " + options.runs.store));
  return found.exit();
}

}  // namespace

void add_verify(CLI::App& app, Exit& exit) {
  auto& verb = *app.add_subcommand("verify", "check a bundle: its files, and every cell in a repeat run");
  auto options = std::make_shared<VerifyOptions>();
  verb.add_option("OUT", options->folder, "folder of a bundle, from `plumb bundle`")->required()->check(is_path);
  add_repeat_options(verb, options->runs, "repeat runs are kept in it, and the next call uses them");
  add_row_limit(verb, options->rows);
  add_json(verb, options->json, "one object with files, program and cells");
  verb.footer(verify_examples);
  verb.callback([options, &exit] { exit = verify(*options); });
}

}  // namespace plumb
