// plumb export writes the runs of a store as data.

#include <fmt/format.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "harness/api/stores.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/common_options.hpp"
#include "harness/cli/console.hpp"
#include "harness/cli/work.hpp"
#include "text/mistakes.hpp"
#include "text/number_text.hpp"
#include "text/output_file.hpp"

namespace plumb {
namespace {

struct ExportOptions {
  ExportRequest request = {};
  std::string format = "csv", out;
  std::vector<std::string> columns;
  int jobs = all_cores();
  bool json = false;
};

constexpr const char* export_examples = R"(Examples:
  plumb export study.db > study.csv
  plumb export study.db --format units            the units of its columns
  plumb export study.db --columns 'method,step,end.*' --format md
  plumb export study.db --out study.csv           writes study.csv and study.units.csv
  plumb export study.db --format jsonl --out study.jsonl
  plumb export study.db --format latex            a table for \input, with booktabs and siunitx
  plumb export study.db --format bibtex           the references of its methods, problems and solvers
  plumb export study.db --format npy --out states --cell 61fca2,0b31
  plumb export study.db --all-builds              results of earlier builds too

The output is that of `plumb run` in the same format, with the time of creation. CSV has a row of names, then data; an
empty field is a missing value. The unit "-" is dimensionless; "SI" means that the unit differs between rows or
constraints. jsonl (JSON Lines) and json are the same. A store has no trajectories: for hdf5 (ID.h5) and npy (ID/t.npy,
ID/q.npy, .., with about.json for names and units) the cells run once more. The exit code is 1 if a result differs from
the stored one.
--out replaces only an empty file or an earlier export. Exit code 4: a damaged row was omitted.)";

void export_bibliography(ExportedRuns& runs, const std::string& path) {
  const auto text = bibliography_of(runs);
  if (path.empty()) return print(text);
  write_file(path, beginning_with("@", "a bibliography of `plumb export`"), text);
}

Exit export_states(ExportedRuns& runs, const ExportOptions& options, StatusLine& line) {
  if (options.out.empty()) throw missing_part("--format {}: give a folder with --out", options.format);
  if (options.request.all_builds)
    throw UsageError(fmt::format(
        "--format {}: --all-builds is not allowed, because runs of other builds cannot be repeated", options.format));
  const auto format = options.format == "npy" ? TrajectoryFormat::npy : TrajectoryFormat::hdf5;
  const auto found = write_trajectories(runs, format, options.out, conduct_of(line, options.jobs));
  line.clear();
  note(fmt::format("trajectories of {} in {}", counted(found.written, "run"), options.out));
  if (found.ending.stopped()) return stop_of(found.ending).exit;
  return found.changed == 0 ? Exit::ok : Exit::verdict_failed;
}

Exit export_runs(ExportedRuns& runs, const ExportOptions& options, StatusLine& line) {
  require_columns_of_a_table(options.columns, options.json ? "json" : options.format);
  if (options.format == "hdf5" || options.format == "npy") return export_states(runs, options, line);
  if (options.format == "bibtex") {
    export_bibliography(runs, options.out);
    return Exit::ok;
  }
  const auto format = export_format(options.json ? "json" : options.format);
  if (options.out.empty()) {
    print_runs(runs, format, options.columns, [](std::string_view text) { print(text); });
    return Exit::ok;
  }
  const auto ending = write_runs(runs, format, options.columns, options.out, conduct_of(line));
  line.clear();
  return exit_of(ending, "file");
}

Exit export_store(const ExportOptions& options) {
  const bool is_table = options.format != "hdf5" && options.format != "npy" && options.format != "bibtex";
  if (is_table) export_format(options.json ? "json" : options.format);  // throws on an unknown format
  StatusLine line(stderr_is_terminal());
  ExportedRuns runs(options.request, [&line](const std::string& text) { line.note(text); });
  const auto exit = export_runs(runs, options, line);
  runs.note_omitted();
  return exit == Exit::ok && !runs.is_complete() ? Exit::nothing_measured : exit;
}

}  // namespace

void add_export(CLI::App& app, Exit& exit) {
  auto& verb = *app.add_subcommand(
      "export", "the runs of a store as CSV, JSON Lines, LaTeX, trajectories; their sources as BibTeX");
  auto options = std::make_shared<ExportOptions>();
  verb.add_option("STORE", options->request.store, "file that `plumb run --store` wrote")->required();
  add_format(verb, options->format, "also jsonl, bibtex, and trajectories as hdf5 or npy");
  add_out(verb, options->out, "a file instead of stdout; for trajectories a folder");
  verb.add_option("--cell", options->request.cells,
                  "only cells whose ids begin with this text; several texts separated by commas")
      ->type_name("ID")
      ->delimiter(',');
  add_columns(verb, options->columns);
  add_jobs(verb, options->jobs);
  verb.add_flag("--all-builds", options->request.all_builds, "runs of other builds too");
  add_json(verb, options->json, "one line with an object for each run");
  verb.footer(export_examples);
  verb.callback([options, &exit] { exit = export_store(*options); });
}

}  // namespace plumb
