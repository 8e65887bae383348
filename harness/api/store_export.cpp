#include "harness/api/stores.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "contract/excerpt.hpp"
#include "contract/stop.hpp"
#include "harness/api/cell_table.hpp"
#include "harness/api/run_data.hpp"
#include "harness/api/sources.hpp"
#include "harness/api/study_run.hpp"
#include "harness/api/trajectory.hpp"
#include "harness/cell/resolve.hpp"
#include "harness/run/build_info.hpp"
#include "harness/store/store_diff.hpp"
#include "text/chosen_columns.hpp"
#include "text/csv.hpp"
#include "text/mistakes.hpp"
#include "text/number_text.hpp"
#include "text/output_file.hpp"
#include "text/printable.hpp"
#include "text/suggest.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

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

bool is_selected(const std::vector<std::string>& beginnings, const std::string& id) {
  const auto begins = [&](const std::string& begin) { return id.starts_with(begin); };
  return beginnings.empty() || std::any_of(beginnings.begin(), beginnings.end(), begins);
}

void print_data(ExportedRuns& runs, TableFormat format, const std::vector<std::string>& columns,
                const std::function<void(std::string_view)>& out) {
  RunTable table;
  runs.visit([&](const StoredRun& run) { table.add(run); });
  print(with_columns(table.table(), columns), format, out);
}

/// Prints the runs in a format for people, in the table of `plumb run`. Runs with methods or problems that this build
/// does not have are left out.
void print_for_people(ExportedRuns& runs, TableFormat format, const std::vector<std::string>& columns,
                      const std::function<void(std::string_view)>& out) {
  if (!columns.empty()) return print_data(runs, format, columns, out);
  CellTable table;
  std::size_t unknown = 0;
  runs.visit([&](const StoredRun& run) {
    try {
      table.add(resolve(run.cell), run.result);
    } catch (const UsageError&) {
      ++unknown;
    }
  });
  if (unknown != 0)
    runs.note(fmt::format("omitted: {} of cells that this build does not support", counted(unknown, "run")));
  print(table.table(), format, out);
}

void write_latex(ExportedRuns& runs, const std::vector<std::string>& columns, const std::string& path) {
  OutputFile file(path, beginning_with(latex_begins, "a table of `plumb export`"));
  print_for_people(runs, TableFormat::latex, columns, [&](std::string_view text) { file.write(text); });
  file.commit();
}

void write(ExportedRuns& runs, TableFormat format, const std::vector<std::string>& columns, const std::string& path) {
  const FileKind kind = {"an export of `plumb export`", is_export};
  if (format == TableFormat::latex) return write_latex(runs, columns, path);
  if (format != TableFormat::json && format != TableFormat::csv)
    throw UsageError(
        fmt::format("--out '{}': allowed formats are latex, json and csv (with a second file for units); for other "
                    "formats redirect the output with > FILE",
                    printable_excerpt(path)));
  if (format == TableFormat::csv) {
    RunTable table;
    runs.visit([&](const StoredRun& run) { table.add(run); });
    return write_csv(path, kind, with_columns(table.table(), columns));
  }
  OutputFile file(path, kind);
  runs.visit([&](const StoredRun& run) { file.write(run_line(run)); });
  file.commit();
}

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

ExportedRuns::ExportedRuns(const ExportRequest& request, std::function<void(const std::string&)> note)
    : request_(request),
      store_(request.store, Access::read_only),
      build_(request.all_builds ? std::nullopt : std::optional(build_info().fingerprint)),
      note_(std::move(note)) {}

void ExportedRuns::visit(const std::function<void(const StoredRun&)>& visitor) {
  store_.visit(
      build_,
      [&](const StoredRun& run) {
        stopping_point();
        if (!is_selected(request_.cells, id(run.cell))) return;
        ++count_;
        visitor(run);
      },
      [&](const DamagedRun& run) {
        damaged_[{run.cell_id, run.source_fingerprint}] = run.why;
      });
}

void ExportedRuns::note_omitted() const {
  // Damaged rows are not counted as runs of other builds, because their build may be wrong.
  const auto of_others = [&](const auto& row) { return build_ && row.first.second != *build_; };
  const auto others = store_.count() - store_.count(build_) -
                      static_cast<std::size_t>(std::count_if(damaged_.begin(), damaged_.end(), of_others));
  if (others != 0)
    note(fmt::format("omitted: {} of other builds (--all-builds includes them)", counted(others, "run")));
  const auto& store = request_.store;
  if (!damaged_.empty())
    note(fmt::format("omitted: {} of {} that {} damaged, the first of cell {}: {}; `plumb doctor {}` lists them",
                     counted(damaged_.size(), "row"), store, damaged_.size() == 1 ? "is" : "are",
                     damaged_.begin()->first.first, damaged_.begin()->second, store));
  if (const auto pages = store_.damaged_pages(); !pages.empty())
    note(fmt::format("{} is damaged ({}): runs may be missing; `plumb doctor {} --repair` restores readable runs",
                     store, excerpt(pages.front()), store));
}

bool ExportedRuns::is_complete() const { return count_ != 0 && !is_damaged(); }

void print_runs(ExportedRuns& runs, TableFormat format, const std::vector<std::string>& columns,
                const std::function<void(std::string_view)>& out) {
  if (is_for_people(format)) return print_for_people(runs, format, columns, out);
  if (format == TableFormat::json) {
    std::vector<std::string> lines;
    runs.visit([&](const StoredRun& run) { lines.push_back(run_line(run)); });
    for (const auto& line : lines) out(line);
    return;
  }
  print_data(runs, format, columns, out);
}

TableFormat export_format(const std::string& name) {
  const std::vector<std::string> known = {"text",  "md",    "latex",  "csv",  "json",
                                          "units", "jsonl", "bibtex", "hdf5", "npy"};
  try {
    return table_format(name == "jsonl" ? "json" : name);
  } catch (const UsageError&) {
    throw unknown_name("format", excerpt(name), known);
  }
}

PiecesEnding write_runs(ExportedRuns& runs, TableFormat format, const std::vector<std::string>& columns,
                        const std::string& path, const Conduct& conduct) {
  // After a stop, the destructors of the writer remove the unfinished file.
  const Piece piece = [&]() -> std::function<void()> {
    write(runs, format, columns, path);
    return [] {};
  };
  return deliver_pieces({{path, piece}}, {.noun = "file"}, conduct);
}

std::string bibliography_of(ExportedRuns& runs) {
  Citations citations(bibliography());
  runs.visit([&](const StoredRun& run) { citations.add(run); });
  for (const auto& key : citations.missing())
    runs.note(fmt::format("'{}' is missing in results/bibliography.bib", key));
  if (citations.unknown_runs() != 0)
    runs.note(fmt::format("omitted: the methods and problems of {} that this build does not support",
                          counted(citations.unknown_runs(), "run")));
  return citations.bibtex();
}

ExportedTrajectories write_trajectories(ExportedRuns& runs, TrajectoryFormat format, const fs::path& folder,
                                        const Conduct& conduct) {
  std::vector<ResolvedCell> cells;
  std::map<std::string, RunResult> stored;
  runs.visit([&](const StoredRun& run) {
    cells.push_back(resolve(run.cell));
    stored[cells.back().id()] = run.result;
  });
  require_folder(folder);
  ExportedTrajectories out;
  auto with_states = conduct;
  with_states.states = [&](const ResolvedCell& cell, const RunResult& result, const SampledStates& states) {
    write(folder, format, cell, result, states);
    ++out.written;
    const auto found = differences(to_json(stored.at(cell.id())), to_json(result));
    if (found.empty()) return;
    ++out.changed;
    runs.note(fmt::format("cell {} ({}): {} differs from the stored result", cell.id(), title(cell.text()),
                          found.front().name));
  };
  const Ending ending = run_each(Cells(cells), with_states, {});
  out.ending = ending;
  return out;
}

}  // namespace plumb
