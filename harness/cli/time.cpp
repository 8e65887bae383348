// plumb time measures and compares the run times of cells.

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include "contract/excerpt.hpp"
#include "harness/cli/axes.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/common_options.hpp"
#include "harness/cli/console.hpp"
#include "harness/cli/interruption.hpp"
#include "harness/cli/time_report.hpp"
#include "harness/cli/work.hpp"
#include "harness/paper/paper.hpp"
#include "harness/paper/table.hpp"
#include "harness/run/build_info.hpp"
#include "harness/run/static_pairs.hpp"
#include "harness/schedule/matrix.hpp"
#include "text/mistakes.hpp"
#include "text/number_text.hpp"
#include "text/suggest.hpp"

namespace plumb {
namespace {

struct TimeOptions {
  StudyOrAxes cells;
  std::string paper;  // PAPER or PAPER/TABLE, whose published run times are measured
  std::string store, format = "text", accuracy = "re.q=0.01";
  TimingPlan plan;
  int jobs = all_cores();
  std::optional<double> timeout = {};
  bool json = false;
};

constexpr const char* time_examples = R"(Examples:
  plumb time -p pendulum -m erk4,gauss -s 1e-3
  plumb time -p two-link -f index1,index3 -m 'block(r=3),radau-iia' -s 1e-2 --accuracy end.q=1e-6
  plumb time sets.toml --set lms --store study.db --format csv
  plumb time --paper li2019/table-1 --store papers.db      the run times that `reproduce --store papers.db` then prints

First the cells run once, or their results are taken from the store. A run that fails, or whose error is above
--accuracy, is not timed, and is listed in the notes with its reason. The other cells run again without sampling,
alternately on one core in slices of half a millisecond, and the CPU time of the thread is measured. A sample consists
of up to five passes, and is the sum of the smallest times of their slices. Each cell is compared with the fastest: by
the ratio of their smallest samples, and a 95 % interval for the ratio in one round. The shortest cell is timed together
with a copy of itself, and their difference is the noise. A difference within the noise, or one that the interval does
not confirm, is a tie. Cells of one problem and horizon are compared. All of them run in the same binding: static
(method and problem compiled together) if each cell has it, otherwise erased (calls by pointers). The store receives the
times of cells that normally run in this binding.

Exit code 4: in at least one comparison nothing could be timed; 5: the noise is above 3 %.)";

constexpr std::int64_t fewest_samples = 9;

/// Returns the cells for which a paper prints times, without duplicates and without cells that take minutes.
std::vector<ResolvedCell> cells_of_paper(const std::string& requested) {
  const auto slash = std::min(requested.find('/'), requested.size());
  const auto paper = paper_named(requested.substr(0, slash));
  const auto table = requested.substr(std::min(slash + 1, requested.size()));
  std::vector<std::string> known;
  std::set<std::string> ids;
  std::vector<ResolvedCell> out;
  for (const auto& [name, file] : paper.items("tables")) {
    known.push_back(name);
    if (!table.empty() && table != name) continue;
    const auto spec = table_spec(name, file, paper);
    for (const auto* quantity : needs(spec, false))
      if (quantity->is_timing() && ids.insert(quantity->cells.front().id()).second)
        out.push_back(quantity->cells.front());
  }
  if (!table.empty() && std::find(known.begin(), known.end(), table) == known.end())
    throw unknown_name(fmt::format("table of {}", paper.key), table, known);
  if (out.empty()) throw UsageError(fmt::format("--paper: {} contains no run times", excerpt(requested)));
  return out;
}

NotedCells cells_of(const TimeOptions& options) {
  const auto& selection = options.cells;
  if (!options.paper.empty()) {
    if (any_given(selection.axes) || !selection.study.empty() || !selection.set.empty())
      throw contradiction("time: give only one of: --paper; an experiment file; or -p, -f, -m, -s and settings");
    return {Cells(cells_of_paper(options.paper)), {}};
  }
  if (!selection.is_study("time", "a problem (-p), methods (-m) and steps (-s)")) return cells_of(selection.axes);
  return cells_of(experiment_from_file(selection.study, selection.set));
}

/// Returns groups of cells, as indices, whose times are compared with each other: cells with the same problem, data and
/// end time.
std::vector<std::vector<std::size_t>> groups_of(const std::vector<ResolvedCell>& cells) {
  std::vector<std::vector<std::size_t>> out;
  std::map<std::string, std::size_t> known;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto& cell = cells[i].text();
    const auto key = with_parameters(cell.problem, normalized_parameters(cell.problem_parameters)) + " " +
                     normalized_number(cell.t_end);
    const auto [entry, is_new] = known.emplace(key, out.size());
    if (is_new) out.emplace_back();
    out[entry->second].push_back(i);
  }
  return out;
}

void check(const TimeOptions& options) {
  if (options.plan.samples < fewest_samples)
    throw out_of_range("--repeats: {} is not allowed: at least {}", options.plan.samples, fewest_samples);
  if (!(options.plan.budget > 0))
    throw out_of_range("--budget: {} is not allowed: it must be greater than 0 s", options.plan.budget);
}

/// One call of `plumb time`: it checks the runs in parallel, and then times them one after the other.
class Contest {
 public:
  explicit Contest(const TimeOptions& chosen) : options(chosen) {}

  Exit run() {
    read();
    if (!options.store.empty()) store = std::make_unique<Store>(options.store);
    if (const auto stopped = measure_errors(); stopped != Exit::ok) return stopped;
    if (const auto stopped = time_groups(); stopped != Exit::ok) return stopped;
    if (store) keep();
    show();
    return exit_of(sessions);
  }

 private:
  void read() {
    const auto [all, notes] = cells_of(options);
    for (const auto& text : notes) note(text);
    for (std::size_t i = 0; i < all.size(); ++i) cells.push_back(all[i]);
    for (const auto& cell : cells) require_metric(bound, cell);
  }

  Exit measure_errors() {
    StatusLine line(stderr_is_terminal());
    auto outcome = run_matrix(Cells(cells), {.jobs = options.jobs,
                                             .global_timeout = options.timeout,
                                             .store = store.get(),
                                             .progress = [&](const std::string& text) { line.show(text); },
                                             .progress_interval = progress_interval(),
                                             .begin = begin,
                                             .interrupted = ctrl_c()});
    results = std::move(outcome.results);
    if (!outcome.interrupted && !outcome.timed_out) return Exit::ok;
    line.clear();
    const auto [why, exit] = stop_of(outcome);
    note(fmt::format("{}; nothing was timed", why));
    return exit;
  }

  Exit time_groups() {
    std::vector<std::pair<std::string, Piece>> pieces;
    for (const auto& group : groups_of(cells)) {
      std::vector<ResolvedCell> compared;
      std::vector<std::optional<RunResult>> known;
      for (const auto i : group) {
        compared.push_back(cells[i]);
        known.push_back(results[i]);
      }
      pieces.emplace_back(cells[group.front()].problem().name,
                          [this, checked = checked_cells(compared, known, bound)]() -> std::function<void()> {
                            const auto session = std::make_shared<TimingSession>(timed(checked, options.plan));
                            return [this, session] { sessions.push_back(std::move(*session)); };
                          });
    }
    return work(pieces, {.noun = "comparison", .timeout = options.timeout, .begin = begin});
  }

  /// Stores the times. Times in another binding than the binding of normal runs are not stored.
  void keep() {
    for (const auto& session : sessions)
      for (const auto& cell : session.cells)
        if (cell.rank != 0 && session.is_static == (static_pair_of(cell.cell) != nullptr))
          store->put(cell.cell.text(), build_info().fingerprint, cell.result);
  }

  void show() const {
    if (format == TableFormat::json)
      return print(timing_json(sessions, bound).dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
    if (!is_for_people(format)) return print(printed(timing_table(sessions, bound), format));
    for (std::size_t i = 0; i < sessions.size(); ++i)
      print((i == 0 ? "" : "\n") + printed(timing_lines(sessions[i], bound), format));
  }

  const TimeOptions& options;
  const std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
  const TableFormat format = table_format(options.json ? "json" : options.format);
  const AccuracyBound bound = accuracy_from_text(options.accuracy);
  std::unique_ptr<Store> store;
  std::vector<ResolvedCell> cells;
  std::vector<std::optional<RunResult>> results;
  std::vector<TimingSession> sessions;
};

}  // namespace

void add_time(CLI::App& app, Exit& exit) {
  auto& verb = *app.add_subcommand("time", "compare run times of cells, with the noise of the machine");
  auto options = std::make_shared<TimeOptions>();
  add_study_with_sets(verb, options->cells);
  verb.add_option("--paper", options->paper, "run the cells whose times a paper, or one of its tables, prints")
      ->type_name("PAPER[/TABLE]");
  add_axes(verb, options->cells.axes);
  verb.add_option("--accuracy", options->accuracy, "largest error of a run that is timed; default: re.q=0.01")
      ->type_name("METRIC=BOUND");
  verb.add_option("--repeats", options->plan.samples, "number of samples of each cell, at least 9; default: 15")
      ->type_name("N");
  verb.add_option("--budget", options->plan.budget,
                  "CPU seconds of each cell after which no new sample begins; default: 10")
      ->type_name("S");
  add_jobs(verb, options->jobs);
  add_total_timeout(verb, options->timeout);
  add_store(verb, options->store, "errors of stored runs are not measured again");
  add_format(verb, options->format);
  add_json(verb, options->json, "an array with one object for each comparison");
  verb.footer(time_examples);
  verb.callback([options, &exit] {
    check(*options);
    exit = Contest(*options).run();
  });
}

}  // namespace plumb
