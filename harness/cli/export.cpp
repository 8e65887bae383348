// plumb export writes the runs of a store as data.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "contract/excerpt.hpp"
#include "contract/stop.hpp"
#include "harness/api/cell_table.hpp"
#include "harness/api/run_data.hpp"
#include "harness/cell/resolve.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/common_options.hpp"
#include "harness/cli/console.hpp"
#include "harness/cli/export_trajectories.hpp"
#include "harness/cli/sources.hpp"
#include "harness/cli/work.hpp"
#include "harness/run/build_info.hpp"
#include "harness/store/store.hpp"
#include "text/chosen_columns.hpp"
#include "text/csv.hpp"
#include "text/mistakes.hpp"
#include "text/number_text.hpp"
#include "text/output_file.hpp"
#include "text/printable.hpp"
#include "text/suggest.hpp"

namespace plumb {
namespace {

struct ExportOptions {
  std::string store, format = "csv", out;
  std::vector<std::string> cells, columns;
  int jobs = all_cores();
  bool json = false, all_builds = false;
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

constexpr const char* first_columns = "id,problem,formulation,method,step,t_end,";

/// Returns whether there is a units file next to the CSV whose first column is the same. The CSV of chosen columns has
/// no characteristic header.
bool has_matching_units(const std::filesystem::path& file, std::string_view text) {
  const auto units = beginning_of(units_path(file), 4096);
  const auto header = csv_line({"column", "unit"});
  const auto first = std::string(text.substr(0, text.find_first_of(",\r\n"))) + ",";
  return units.starts_with(header) && std::string_view(units).substr(header.size()).starts_with(first);
}

/// Returns whether a file is an export of Plumb: by its CSV header, its units file, or the keys in its first JSON line.
bool is_export(const std::filesystem::path& file) {
  const auto text = beginning_of(file, 4096);
  const auto line = std::string_view(text).substr(0, text.find('\n'));
  return line.starts_with(first_columns) || has_matching_units(file, text) ||
         (line.starts_with(R"({"id":")") && line.find(R"(","problem":")") != line.npos &&
          line.find(R"(","formulation":")") != line.npos && line.find(R"(","method":")") != line.npos);
}

TableFormat format_of(const ExportOptions& options) {
  const std::vector<std::string> known = {"text",  "md",    "latex",  "csv",  "json",
                                          "units", "jsonl", "bibtex", "hdf5", "npy"};
  try {
    return table_format(options.json || options.format == "jsonl" ? "json" : options.format);
  } catch (const UsageError&) {
    throw unknown_name("format", excerpt(options.format), known);
  }
}

using Runs = std::function<void(const std::function<void(const StoredRun&)>&)>;

using Patterns = std::vector<std::string>;  // patterns of column names; empty: all columns

void print_data(const Runs& runs, TableFormat format, const Patterns& columns,
                const std::function<void(std::string_view)>& out) {
  RunTable table;
  runs([&](const StoredRun& run) { table.add(run); });
  print(with_columns(table.table(), columns), format, out);
}

/// Prints the runs in a format for people, in the table of `plumb run`. Runs with methods or problems that this build
/// does not have are left out.
void print_for_people(const Runs& runs, TableFormat format, const Patterns& columns,
                      const std::function<void(std::string_view)>& out) {
  if (!columns.empty()) return print_data(runs, format, columns, out);
  CellTable table;
  std::size_t unknown = 0;
  runs([&](const StoredRun& run) {
    try {
      table.add(resolve(run.cell), run.result);
    } catch (const UsageError&) {
      ++unknown;
    }
  });
  if (unknown != 0) note(fmt::format("omitted: {} of cells that this build does not support", counted(unknown, "run")));
  print(table.table(), format, out);
}

void write_latex(const Runs& runs, const Patterns& columns, const std::string& path) {
  OutputFile file(path, beginning_with(latex_begins, "a table of `plumb export`"));
  print_for_people(runs, TableFormat::latex, columns, [&](std::string_view text) { file.write(text); });
  file.commit();
}

void write(const Runs& runs, TableFormat format, const Patterns& columns, const std::string& path) {
  const FileKind kind = {"an export of `plumb export`", is_export};
  if (format == TableFormat::latex) return write_latex(runs, columns, path);
  if (format != TableFormat::json && format != TableFormat::csv)
    throw UsageError(
        fmt::format("--out '{}': allowed formats are latex, json and csv (with a second file for units); for other "
                    "formats redirect the output with > FILE",
                    printable_excerpt(path)));
  if (format == TableFormat::csv) {
    RunTable table;
    runs([&](const StoredRun& run) { table.add(run); });
    return write_csv(path, kind, with_columns(table.table(), columns));
  }
  OutputFile file(path, kind);
  runs([&](const StoredRun& run) { file.write(run_line(run)); });
  file.commit();
}

// Writes the file as a task. After a stop, the destructors of the writer remove the unfinished file.
Exit write_as_work(const Runs& runs, TableFormat format, const Patterns& columns, const std::string& path) {
  const Piece piece = [&] {
    write(runs, format, columns, path);
    return [] {};
  };
  return work({{path, piece}}, {.noun = "file"});
}

// Prints the runs to stdout. JSON lines are collected first, so that the store is not locked while a slow reader of
// stdout blocks.
void print_runs(const Runs& runs, TableFormat format, const Patterns& columns) {
  const auto to_stdout = [](std::string_view text) { print(text); };
  if (is_for_people(format)) return print_for_people(runs, format, columns, to_stdout);
  if (format == TableFormat::json) {
    std::vector<std::string> lines;
    runs([&](const StoredRun& run) { lines.push_back(run_line(run)); });
    for (const auto& line : lines) print(line);
    return;
  }
  print_data(runs, format, columns, to_stdout);
}

void export_bibliography(const Runs& runs, const std::string& path) {
  Citations citations(bibliography());
  runs([&](const StoredRun& run) { citations.add(run); });
  for (const auto& key : citations.missing()) note(fmt::format("'{}' is missing in results/bibliography.bib", key));
  if (citations.unknown_runs() != 0)
    note(fmt::format("omitted: the methods and problems of {} that this build does not support",
                     counted(citations.unknown_runs(), "run")));
  if (path.empty()) return print(citations.bibtex());
  write_file(path, beginning_with("@", "a bibliography of `plumb export`"), citations.bibtex());
}

Exit export_states(const Runs& runs, const ExportOptions& options) {
  if (options.out.empty()) throw missing_part("--format {}: give a folder with --out", options.format);
  if (options.all_builds)
    throw UsageError(fmt::format(
        "--format {}: --all-builds is not allowed, because runs of other builds cannot be repeated", options.format));
  std::vector<StoredRun> all;
  runs([&](const StoredRun& run) { all.push_back(run); });
  const auto format = options.format == "npy" ? TrajectoryFormat::npy : TrajectoryFormat::hdf5;
  return export_trajectories(all, format, options.out, options.jobs);
}

Exit export_runs(const Runs& runs, const ExportOptions& options) {
  require_columns_of_a_table(options.columns, options.json ? "json" : options.format);
  if (options.format == "hdf5" || options.format == "npy") return export_states(runs, options);
  if (options.format == "bibtex") {
    export_bibliography(runs, options.out);
    return Exit::ok;
  }
  const auto format = format_of(options);
  if (!options.out.empty()) return write_as_work(runs, format, options.columns, options.out);
  print_runs(runs, format, options.columns);
  return Exit::ok;
}

bool is_selected(const std::vector<std::string>& beginnings, const std::string& id) {
  const auto begins = [&](const std::string& begin) { return id.starts_with(begin); };
  return beginnings.empty() || std::any_of(beginnings.begin(), beginnings.end(), begins);
}

/// Damaged rows: the reason, by cell and build. A row that is read twice counts only once.
using Damaged = std::map<std::pair<std::string, std::string>, std::string>;

/// Prints a note on the number of omitted runs of other builds. Damaged rows are not counted, because their build may
/// be wrong.
void note_others(const Store& store, const std::optional<std::string_view>& build, const Damaged& damaged) {
  const auto of_others = [&](const auto& row) { return build && row.first.second != *build; };
  const auto others = store.count() - store.count(build) -
                      static_cast<std::size_t>(std::count_if(damaged.begin(), damaged.end(), of_others));
  if (others != 0)
    note(fmt::format("omitted: {} of other builds (--all-builds includes them)", counted(others, "run")));
}

/// Prints notes about damage. Returns whether a part of the store could not be read.
bool note_damage(const std::string& store, const Damaged& damaged, const std::vector<std::string>& pages) {
  if (!damaged.empty())
    note(fmt::format("omitted: {} of {} that {} damaged, the first of cell {}: {}; `plumb doctor {}` lists them",
                     counted(damaged.size(), "row"), store, damaged.size() == 1 ? "is" : "are",
                     damaged.begin()->first.first, damaged.begin()->second, store));
  if (!pages.empty())
    note(fmt::format("{} is damaged ({}): runs may be missing; `plumb doctor {} --repair` restores readable runs",
                     store, excerpt(pages.front()), store));
  return !damaged.empty() || !pages.empty();
}

/// Throws UsageError on an unknown format.
void require_format(const ExportOptions& options) {
  if (options.format != "hdf5" && options.format != "npy" && options.format != "bibtex") format_of(options);
}

Exit export_store(const ExportOptions& options) {
  require_format(options);
  const Store store(options.store, Access::read_only);
  const auto build = options.all_builds ? std::nullopt : std::optional(build_info().fingerprint);
  Damaged damaged;
  std::size_t count = 0;
  const Runs runs = [&](const auto& visitor) {
    store.visit(
        build,
        [&](const StoredRun& run) {
          stopping_point();
          if (!is_selected(options.cells, id(run.cell))) return;
          ++count;
          visitor(run);
        },
        [&](const DamagedRun& run) {
          damaged[{run.cell_id, run.source_fingerprint}] = run.why;
        });
  };
  const auto exit = export_runs(runs, options);
  note_others(store, build, damaged);
  const bool is_complete = !note_damage(options.store, damaged, store.damaged_pages());
  return exit == Exit::ok && (count == 0 || !is_complete) ? Exit::nothing_measured : exit;
}

}  // namespace

void add_export(CLI::App& app, Exit& exit) {
  auto& verb = *app.add_subcommand(
      "export", "the runs of a store as CSV, JSON Lines, LaTeX, trajectories; their sources as BibTeX");
  auto options = std::make_shared<ExportOptions>();
  verb.add_option("STORE", options->store, "file that `plumb run --store` wrote")->required();
  add_format(verb, options->format, "also jsonl, bibtex, and trajectories as hdf5 or npy");
  add_out(verb, options->out, "a file instead of stdout; for trajectories a folder");
  verb.add_option("--cell", options->cells,
                  "only cells whose ids begin with this text; several texts separated by commas")
      ->type_name("ID")
      ->delimiter(',');
  add_columns(verb, options->columns);
  add_jobs(verb, options->jobs);
  verb.add_flag("--all-builds", options->all_builds, "runs of other builds too");
  add_json(verb, options->json, "one line with an object for each run");
  verb.footer(export_examples);
  verb.callback([options, &exit] { exit = export_store(*options); });
}

}  // namespace plumb
