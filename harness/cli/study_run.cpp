#include "harness/cli/study_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <set>

#include "harness/api/animation.hpp"
#include "harness/api/api.hpp"
#include "harness/api/cell_table.hpp"
#include "harness/api/requested_cells.hpp"
#include "harness/api/run_data.hpp"
#include "harness/api/study_run.hpp"
#include "harness/api/trajectory.hpp"
#include "harness/cli/console.hpp"
#include "harness/cli/estimate_report.hpp"
#include "harness/cli/work.hpp"
#include "text/chosen_columns.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

class EarlyRows {
 public:
  using Clock = std::chrono::steady_clock;

  /// The cells must outlive this object.
  EarlyRows(const Cells& cells, Clock::time_point begin) : cells_(cells), shown_at_(begin) {}

  /// Adds the result, without errors, of the cell with index `place`.
  void add(std::size_t place, const RunResult& result) { new_.insert_or_assign(place, result); }
  /// Must be called when the errors of the cell have been computed.
  void remove(std::size_t place) { new_.erase(place); }

  /// Must be called regularly. Prints a table of the rows that were not printed before on stderr: first after 1 s, then
  /// at intervals of at least 10 s.
  void show(StatusLine& line);

 private:
  const Cells& cells_;
  Clock::time_point shown_at_;
  std::chrono::seconds pause_{1};
  std::map<std::size_t, RunResult> new_;  // results that are not printed yet, by index of the cell
};

void EarlyRows::show(StatusLine& line) {
  constexpr std::size_t most = 40;
  constexpr std::chrono::seconds pause(10);
  if (new_.empty() || Clock::now() < shown_at_ + pause_) return;
  CellTable table;
  std::size_t rows = 0;
  for (const auto& [place, result] : new_)
    if (rows++ < most) table.add(cells_[place], result);
  line.clear();
  note(
      fmt::format("{} finished; computing references for the errors (Ctrl-C keeps {}; --reference quick is faster, "
                  "--reference none skips this){}",
                  counted(rows, "cell"), rows == 1 ? "it" : "them", rows > most ? ". The first results:" : ""));
  print(table.table(), TableFormat::text, print_to_stderr);
  new_.clear();
  shown_at_ = Clock::now();
  pause_ = pause;
}

namespace fs = std::filesystem;

/// One call of `plumb run`. Ctrl-C stops all of its work, beginning with the reading of the cells.
class Study {
 public:
  explicit Study(const RunOptions& chosen) : options(chosen) {}

  Exit run() {
    auto study =
        requested_study({.source = options.cells, .shard = options.shard, .estimates = options.estimate}, conduct);
    line.clear();
    for (const auto& text : study.notes) note(text);
    if (study.ending.stopped()) {
      const auto [why, exit] = stop_of(study.ending);
      note(fmt::format("{}; no cell was started", why));
      return exit;
    }
    cells = std::move(study.cells);
    if (options.estimate) {
      print_estimate(study.expected, options.store, options.jobs, options.json);
      return Exit::ok;
    }
    prepare();
    if (for_people) return run_for_people();
    return format == TableFormat::json ? run_as_lines() : run_as_table();
  }

 private:
  /// Checks the columns and files before the runs, and adds the writing of trajectories to the runs.
  void prepare() {
    if (!for_people && format != TableFormat::json)
      chosen_columns(possible_columns(cells), options.columns);  // throws if a name matches no column
    if (is_empty_shard())
      note(fmt::format("shard {} has no cells: the study has fewer cells than shards", options.shard));
    conduct.cell_timeout = options.cell_timeout;
    conduct.isolation = options.isolation;
    if (!options.animation.empty()) {
      animations = std::make_unique<Animations>(options.animation, cells);
      if (animations->has_pictures()) note_files("--animate", options.animation, animations->files());
      for (const auto& text : animations->notes()) note(text);
    }
    if (!options.trajectory.empty()) {
      const auto files = files_of_cells(options.trajectory, cells, ".h5");
      note_files("--trajectory", options.trajectory, files);
      conduct.states = trajectory_writer(files, cells);
    }
  }

  Exit run_for_people() {
    const auto page =
        run_page(cells, conduct,
                 {.finished =
                      [this](std::size_t place, const RunResult&) {
                        early.remove(place);
                        print_data_notes(cells[place]);
                      },
                  .early = [this](std::size_t place, const RunResult& result) { early.add(place, result); }},
                 format == TableFormat::text && !options.stored_rows);
    note_end(page);
    print(page.table, format, to_stdout);
    return std::max(verdict(page), draw(page));
  }

  Exit run_as_lines() {
    const auto ending = run_each(cells, conduct, {.finished = [this](std::size_t place, const RunResult& result) {
                                   print_data_notes(cells[place]);
                                   line.print(run_line(stored_run(cells[place], result)));
                                 }});
    note_end(ending);
    return std::max(verdict(ending), draw(ending));
  }

  Exit run_as_table() {
    RunTable table;
    const auto ending = run_each(cells, conduct, {.finished = [&](std::size_t place, const RunResult& result) {
                                   print_data_notes(cells[place]);
                                   table.add(stored_run(cells[place], result));
                                 }});
    note_end(ending);
    const auto refusal = print_chosen_columns(table.table());
    const auto exit = std::max(verdict(ending), draw(ending));
    if (refusal) throw *refusal;
    return exit;
  }

  Conduct conduct_of_study() {
    auto out = conduct_of(line, options.jobs, options.total_timeout, options.store);
    out.progress = [this](const std::string& text) { show_progress(text); };
    out.progress_interval = 0.25;
    out.begin = begin;
    return out;
  }

  /// Prints a progress line. If stderr is not a terminal, prints one at most every `lasting_lines` seconds, or every
  /// second with --progress.
  void show_progress(const std::string& text) const {
    early.show(line);
    const auto now = std::chrono::steady_clock::now();
    if (!terminal && now < next_line) return;
    line.show(text);
    next_line = now + std::chrono::seconds(options.progress ? 1 : lasting_lines);
  }

  /// Writes the animations after the results were printed. After a stop, no further animations are written.
  Exit draw(const Ending& results) const {
    if (!animations || results.stopped()) return Exit::ok;
    const auto ending = animations->write(conduct);
    line.clear();
    if (!ending.stopped()) return Exit::ok;
    const auto [why, exit] = stop_of(ending);
    note(fmt::format("--animate: {}, not all pictures were drawn", why));
    return exit;
  }

  /// Prints a note with the names of the files if the user gave one file name for several cells.
  static void note_files(std::string_view option, const fs::path& target, const std::vector<fs::path>& files) {
    constexpr std::size_t most = 3;
    if (files.size() < 2 || files.front().parent_path() == target) return;
    std::string names;
    for (std::size_t i = 0; i < std::min(most, files.size()); ++i)
      names += (i == 0 ? "" : ", ") + files[i].filename().string();
    note(fmt::format("{}: {} files, {}{}", option, files.size(), names, files.size() > most ? ", ..." : ""));
  }

  /// Prints notes on the results from the store, on the cells that other processes ran, on damaged rows, and on a stop.
  void note_end(const StudyEnding& ending) const {
    line.clear();
    if (ending.from_store > 0)
      note(fmt::format("{} of {} {} in {}", ending.from_store, counted(cells.size(), "cell"),
                       cells.size() == 1 ? "was" : "were", options.store));
    if (ending.from_others > 0)
      note(fmt::format("{} of {} {} run by other processes during this call", ending.from_others,
                       counted(cells.size(), "cell"), ending.from_others == 1 ? "was" : "were"));
    if (const auto& damaged = ending.damaged; !damaged.empty())
      note(fmt::format("{} in {} {} damaged and {} run again, {} first: {}", counted(damaged.size(), "row"),
                       options.store, damaged.size() == 1 ? "was" : "were", damaged.size() == 1 ? "was" : "were",
                       damaged.front().cell_id, damaged.front().why));
    if (ending.stopped())
      note(fmt::format("{}; {} of {} ended{}{}", reason_of_stop(ending), ending.ended + ending.left_in_store,
                       counted(cells.size(), "cell"), options.store.empty() ? "" : " and are in " + options.store,
                       ending.left_in_store == 0 ? "" : fmt::format(", {} only there", ending.left_in_store)));
  }

  /// Prints notes on the data of a problem, once for each problem with its data.
  void print_data_notes(const ResolvedCell& cell) {
    if (!noted_data.insert(cell.problem().name + cell.data().canonical()).second) return;
    for (const auto& text : notes_on_data(cell)) line.note(fmt::format("{}: {}", short_problem(cell), text));
  }

  static StoredRun stored_run(const ResolvedCell& cell, const RunResult& result) {
    return {cell.text(), std::string(build_info().fingerprint), result, {}};
  }

  static void to_stdout(std::string_view text) { print(text); }

  /// Prints the table with the chosen columns. The existing columns depend on the results. If a name or pattern matches
  /// none, prints the whole table and returns the error.
  std::optional<UsageError> print_chosen_columns(Table table) const {
    std::optional<UsageError> refusal;
    try {
      table = with_columns(table, options.columns);
    } catch (const UsageError& e) {
      refusal = e;
    }
    print(table, format, to_stdout);
    return refusal;
  }

  Exit verdict(const StudyEnding& ending) const {
    if (ending.stopped()) return stop_of(ending).exit;
    return ending.measured == cells.size() && (ending.any_ok || is_empty_shard()) ? Exit::ok : Exit::nothing_measured;
  }

  /// Returns whether this shard has no cells, because there are more shards than cells. Such a shard is complete.
  bool is_empty_shard() const { return !options.shard.empty() && cells.size() == 0; }

  const RunOptions& options;
  const TableFormat format = table_format(options.json ? "json" : options.format);
  const bool for_people = is_for_people(format) && options.columns.empty();
  const std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
  const bool terminal = stderr_is_terminal();
  mutable StatusLine line{terminal};
  Cells cells;
  mutable EarlyRows early{cells, begin};
  mutable std::chrono::steady_clock::time_point next_line =  // time of the next line, if stderr is not a terminal
      begin + std::chrono::seconds(options.progress ? 0 : lasting_lines / 2);
  std::unique_ptr<Animations> animations;  // null: no --animate
  std::set<std::string> noted_data;        // problems, with their data, for which notes were printed
  Conduct conduct = conduct_of_study();
};

}  // namespace

Exit run_study(const RunOptions& options) { return Study(options).run(); }

}  // namespace plumb
