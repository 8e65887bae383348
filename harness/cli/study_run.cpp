#include "harness/cli/study_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <set>

#include "harness/api/cell_table.hpp"
#include "harness/api/run_data.hpp"
#include "harness/cell/short_name.hpp"
#include "harness/cli/animations.hpp"
#include "harness/cli/cell_files.hpp"
#include "harness/cli/console.hpp"
#include "harness/cli/early_rows.hpp"
#include "harness/cli/estimate_report.hpp"
#include "harness/cli/interruption.hpp"
#include "harness/cli/trajectory.hpp"
#include "harness/cli/work.hpp"
#include "harness/run/build_info.hpp"
#include "text/chosen_columns.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

constexpr int most_stored_rows = 100;  // limit of printed rows of stored results, so that new rows stay visible

constexpr std::size_t most_listed = 40;  // limit of printed rows of cells without a result

/// One call of `plumb run`. All slow work runs in pools, which Ctrl-C stops, beginning with the reading of the cells.
class Study {
 public:
  explicit Study(const RunOptions& chosen) : options(chosen) {
    if (is_for_people(format) && options.columns.empty())
      for_people = std::make_unique<CellTable>();
    else if (format != TableFormat::json)
      for_programs = std::make_unique<RunTable>();
  }

  Exit run() {
    if (const auto stopped = read()) return *stopped;
    if (options.estimate) {
      print_estimate(expected, options.store, options.jobs, options.json);
      return Exit::ok;
    }
    if (for_programs) chosen_columns(possible_columns(cells), options.columns);  // throws if a name matches no column
    if (is_empty_shard())
      note(fmt::format("shard {} has no cells: the study has fewer cells than shards", options.shard));
    if (!options.store.empty()) store = std::make_unique<Store>(options.store);
    StoredCells of_stored{.most = most_stored_rows, .ended_as = {}};
    if (format == TableFormat::text && !options.stored_rows)
      of_stored.ended_as = [this](std::size_t place, Status status) { passed_over(place, status); };
    if (!options.animation.empty()) {
      animations = std::make_unique<Animations>(options.animation, cells);
      if (animations->has_pictures()) note_files("--animate", options.animation, animations->files());
      for (const auto& text : animations->notes()) note(text);
    }
    const auto outcome = run_matrix(cells, matrix(), of_stored);
    line.clear();
    note_store(outcome);
    if (outcome.interrupted || outcome.timed_out)
      note(fmt::format("{}; {} of {} ended{}{}", outcome.interrupted ? "interrupted" : "out of time",
                       ended + outcome.left_in_store, counted(cells.size(), "cell"),
                       options.store.empty() ? "" : " and are in " + options.store,
                       outcome.left_in_store == 0 ? "" : fmt::format(", {} only there", outcome.left_in_store)));
    if (for_people) end_table(outcome);
    std::optional<UsageError> refusal;
    if (for_people)
      print(for_people->table(), format, to_stdout);
    else if (for_programs)
      refusal = print_chosen_columns();
    const auto exit = std::max(verdict(outcome), draw(outcome));
    if (refusal) throw *refusal;
    return exit;
  }

 private:
  PoolOptions pool() const {
    auto out = matrix_options().pool();
    out.noun = "study";
    return out;
  }

  /// Reads the cells, which takes seconds for a large study. Returns an exit code only after a stop.
  std::optional<Exit> read() {
    std::vector<std::string> notes;
    Pool reading(pool());
    reading.add({.seconds = 1,
                 .work = [this, &notes](TaskState&) -> Finish {
                   auto read = chosen_cells(options);
                   if (options.estimate) expected = estimate_with(read.cells, options.store);
                   return [this, &notes, all = std::make_shared<NotedCells>(std::move(read))] {
                     cells = std::move(all->cells);
                     notes = std::move(all->notes);
                     return true;
                   };
                 },
                 .title = options.cells.study.empty() ? "the options" : options.cells.study,
                 .is_one_progress = true});
    const auto outcome = reading.run();
    line.clear();
    for (const auto& text : notes) note(text);
    if (!outcome.stopped()) return {};
    const auto [why, exit] = stop_of(outcome);
    note(fmt::format("{}; no cell was started", why));
    return exit;
  }

  MatrixOptions matrix_options() const {
    return {.jobs = options.jobs,
            .global_timeout = options.total_timeout,
            .progress = [this](const std::string& text) { show_progress(text); },
            .progress_interval = 0.25,
            .begin = begin,
            .interrupted = interrupted};
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
  Exit draw(const MatrixOutcome& results) const {
    if (!animations || results.interrupted || results.timed_out) return Exit::ok;
    auto cells_for_pictures = matrix_options();
    cells_for_pictures.cell_timeout = options.cell_timeout;
    cells_for_pictures.isolation = options.isolation;
    const auto outcome = animations->write(cells_for_pictures);
    line.clear();
    if (!outcome.interrupted && !outcome.timed_out) return Exit::ok;
    const auto [why, exit] = stop_of(outcome);
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

  /// Prints notes on the numbers of results from the store, of cells that other processes ran, and of damaged rows.
  void note_store(const MatrixOutcome& outcome) const {
    if (outcome.from_store > 0)
      note(fmt::format("{} of {} {} in {}", outcome.from_store, counted(cells.size(), "cell"),
                       cells.size() == 1 ? "was" : "were", options.store));
    if (outcome.from_others > 0)
      note(fmt::format("{} of {} {} run by other processes during this call", outcome.from_others,
                       counted(cells.size(), "cell"), outcome.from_others == 1 ? "was" : "were"));
    if (!store) return;
    if (const auto damaged = store->damaged(); !damaged.empty())
      note(fmt::format("{} in {} {} damaged and {} run again, {} first: {}", counted(damaged.size(), "row"),
                       options.store, damaged.size() == 1 ? "was" : "were", damaged.size() == 1 ? "was" : "were",
                       damaged.front().cell_id, damaged.front().why));
  }

  MatrixOptions matrix() {
    auto out = matrix_options();
    out.cell_timeout = options.cell_timeout;
    out.isolation = options.isolation;
    out.store = store.get();
    out.finished = [this](std::size_t place, const RunResult& result) { finished(place, result); };
    if (for_people) out.early = [this](std::size_t place, const RunResult& result) { early.add(place, result); };
    if (!options.trajectory.empty()) {
      const auto files = files_of_cells(options.trajectory, cells, ".h5");
      note_files("--trajectory", options.trajectory, files);
      out.trajectory = trajectory_writer(files, cells);
    }
    return out;
  }

  /// Is called with the results in the order of the cells. Prints a result as a JSON line, or adds it to the table.
  void finished(std::size_t place, const RunResult& result) {
    ++ended;
    early.remove(place);
    print_data_notes(cells[place]);
    if (!depends_on_the_machine(result.status)) ++measured;
    any_ok = any_ok || result.status == Status::ok;
    if (for_people) {
      pass_over(place);
      for_people->add(cells[shown++], result);
      return;
    }
    const StoredRun run{cells[place].text(), std::string(build_info().fingerprint), result, {}};
    if (for_programs) return for_programs->add(run);
    line.print(run_line(run));
  }

  /// Prints notes on a corrected initial state and on ignored parts of a robot file, once for each problem with its
  /// data.
  void print_data_notes(const ResolvedCell& cell) {
    if (!noted_data.insert(cell.problem().name + cell.data().canonical()).second) return;
    const auto print_note = [&](const std::string& words) {
      line.clear();
      note(fmt::format("{}: {}", short_problem(cell), words));
    };
    if (const auto moved = corrected_start(cell.problem(), cell.data()); !moved.empty())
      print_note(fmt::format("start = \"correct\" changed {}", moved));
    if (const auto& mechanism = cell.problem().mechanism)
      for (const auto& remark : mechanism->remarks(cell.data())) print_note(remark);
  }

  /// Counts a stored result that gets no row, because there are many.
  void passed_over(std::size_t place, Status status) {
    pass_over(place);
    ++shown;
    ++ended;
    ++measured;
    ++counted_only[status];
    any_ok = any_ok || status == Status::ok;
  }

  /// Adds rows for the cells before index `end` that have no result yet: for all cells that lack only their errors, and
  /// for the first `most_listed` others. The rest are counted below the table.
  void pass_over(std::size_t end) {
    for (; shown < end; ++shown) {
      const auto* without_errors = early.of(shown);
      if (without_errors)
        for_people->add(cells[shown], *without_errors);
      else if (listed++ < most_listed)
        for_people->add(cells[shown], left_in_store(shown));
    }
  }

  /// Returns the result of a cell in the store. After a stop, the store may have results that `finished` did not
  /// receive.
  std::optional<RunResult> left_in_store(std::size_t place) const {
    auto stored = store ? store->find(cells.id(place), build_info().fingerprint) : std::nullopt;
    if (!stored || depends_on_the_machine(stored->result.status)) return {};
    return std::move(stored->result);
  }

  void end_table(const MatrixOutcome& outcome) {
    pass_over(cells.size());
    note_passed_over();
    const auto total = [&](std::size_t count, std::string_view why) {
      if (count != 0) for_people->add_note(fmt::format("{} of {}: {}", count, counted(cells.size(), "cell"), why));
    };
    const auto without = cells.size() - ended - early.size();
    const auto why = stop_of(outcome).why;
    total(early.size(), "no errors, " + why + " before the reference was computed");
    total(without - outcome.left_in_store, "not-run, " + why);
    total(outcome.left_in_store, "finished; their results are in " + options.store + " only");
    if (without > most_listed)
      for_people->add_note(fmt::format("of these {} the first {} are listed", without, most_listed));
  }

  void note_passed_over() {
    std::size_t all = 0;
    std::string kinds;
    for (const auto& [status, count] : counted_only) {
      all += count;
      kinds += fmt::format("{}{} {}", kinds.empty() ? "" : ", ", count, name(status));
    }
    if (all != 0)
      for_people->add_note(fmt::format("{} of {} were already in {} and have no row here ({}); --stored prints them",
                                       all, counted(cells.size(), "cell"), options.store, kinds));
  }

  static void to_stdout(std::string_view text) { print(text); }

  /// Prints the table with the chosen columns. The existing columns depend on the results. If a name or pattern matches
  /// none, prints the whole table and returns the error.
  std::optional<UsageError> print_chosen_columns() const {
    std::optional<UsageError> refusal;
    auto table = for_programs->table();
    try {
      table = with_columns(table, options.columns);
    } catch (const UsageError& e) {
      refusal = e;
    }
    print(table, format, to_stdout);
    return refusal;
  }

  Exit verdict(const MatrixOutcome& outcome) const {
    if (outcome.interrupted) return Exit::interrupted;
    if (outcome.timed_out) return Exit::timeout;
    return measured == cells.size() && (any_ok || is_empty_shard()) ? Exit::ok : Exit::nothing_measured;
  }

  /// Returns whether this shard has no cells, because there are more shards than cells. Such a shard is complete.
  bool is_empty_shard() const { return !options.shard.empty() && cells.size() == 0; }

  const RunOptions& options;
  const TableFormat format = table_format(options.json ? "json" : options.format);
  const std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
  const std::function<bool()> interrupted = ctrl_c();  // also polled between two pools
  const bool terminal = stderr_is_terminal();
  mutable StatusLine line{terminal};
  std::unique_ptr<Store> store;  // null: no store was given
  Cells cells;
  mutable EarlyRows early{cells, begin};
  mutable std::chrono::steady_clock::time_point next_line =  // time of the next line, if stderr is not a terminal
      begin + std::chrono::seconds(options.progress ? 0 : lasting_lines / 2);
  std::unique_ptr<Animations> animations;  // null: no --animate
  StudyEstimate expected;                  // estimate, only with --estimate
  std::unique_ptr<CellTable> for_people;
  std::unique_ptr<RunTable> for_programs;  // if both are null, each result is printed at once as a line
  // Number of cells with a result; of these, independent of the machine; of cells with a row or counted instead.
  std::size_t ended = 0, measured = 0, shown = 0;
  std::size_t listed = 0;                      // number of printed cells without a result
  std::map<Status, std::size_t> counted_only;  // number of stored results without a row, by status
  std::set<std::string> noted_data;            // problems, with their data, for which notes were printed
  bool any_ok = false;
};

}  // namespace

Exit run_study(const RunOptions& options) { return Study(options).run(); }

}  // namespace plumb
