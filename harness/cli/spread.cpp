// plumb spread measures the effect of rounding on runs.

#include <fmt/format.h>

#include <memory>

#include "harness/api/cell_table.hpp"
#include "harness/cli/axes.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/common_options.hpp"
#include "harness/cli/console.hpp"
#include "harness/cli/interruption.hpp"
#include "harness/cli/work.hpp"
#include "harness/judge/spread.hpp"
#include "harness/schedule/pool.hpp"
#include "text/mistakes.hpp"
#include "text/number_text.hpp"
#include "text/table.hpp"

namespace plumb {
namespace {

struct SpreadOptions {
  Axes axes;
  int starts = 8, jobs = all_cores();
  std::optional<double> timeout;
  bool json = false;
};

constexpr const char* spread_examples = R"(Examples:
  plumb spread -p two-link -f index1 -m degree5 -s 1e-3 --t-end 50
  plumb spread -p two-link -m erk4,dopri5 -s 1e-2 --t-end 10,20,40 --starts 16 --json

The cell runs again from perturbed initial values: each component of q and v is one unit in the last place higher or
lower. Digits that differ between the runs are rounding noise. After some time, runs of a chaotic motion share no
digits.)";

/// A cell and its runs with perturbed initial values. The initial values of the first run are not perturbed. `missing`
/// is the number of runs that did not end.
struct MovedRuns {
  ResolvedCell cell;
  std::vector<RunResult> results;
  int missing;

  std::size_t failed() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(results, [](const RunResult& result) { return result.status != Status::ok; }));
  }
};

Table table_of(const MovedRuns& runs) {
  const auto& cell = runs.cell;
  Table table{.columns = {{"metric"},
                          {"value", Align::right},
                          {"lowest", Align::right},
                          {"highest", Align::right},
                          {"digits", Align::right}},
              .rows = {}};
  table.caption =
      fmt::format("{} {} {}, step {} s, t_end {} s", short_problem(cell), cell.formulation().name, short_method(cell),
                  normalized_number(cell.text().step), normalized_number(cell.text().t_end));
  for (const auto& spread : spreads(cell, runs.results))
    table.rows.push_back({spread.unit == "-" ? spread.metric : fmt::format("{} [{}]", spread.metric, spread.unit),
                          Entry::number(spread.value), Entry::number(spread.low), Entry::number(spread.high),
                          Entry::count(spread.digits)});
  table.notes = {fmt::format("over this run and {} runs with perturbed initial values; digits: common to all runs",
                             runs.results.size() - 1)};
  if (runs.failed() != 0)
    table.notes.push_back(fmt::format("{} of {} runs did not end ok", runs.failed(), runs.results.size()));
  for (const auto& result : runs.results)
    if (!result.note.empty()) {
      table.notes.push_back(result.note);
      break;
    }
  return table;
}

Json json_of(const MovedRuns& runs) {
  Json metrics = Json::object();
  for (const auto& spread : spreads(runs.cell, runs.results))
    metrics[spread.metric] = {
        {"value", spread.value}, {"lowest", spread.low}, {"highest", spread.high}, {"digits", spread.digits}};
  return {{"id", runs.cell.id()},
          {"starts", runs.results.size() - 1},
          {"failed", runs.failed()},
          {"metrics", std::move(metrics)}};
}

void add_runs(Pool& pool, MovedRuns& runs) {
  for (int number = 0; number < std::ssize(runs.results); ++number)
    pool.add({.seconds = 1,
              .work = [&runs, number](TaskState& state) -> Finish {
                const auto result = std::make_shared<RunResult>(run_from_moved_start(runs.cell, number, state.stop));
                if (state.stop != Status::ok) return {};
                return [&runs, number, result] {
                  runs.results[static_cast<std::size_t>(number)] = std::move(*result);
                  --runs.missing;
                  return true;
                };
              },
              .title = runs.cell.problem().name});
}

Exit print_runs(const std::vector<MovedRuns>& all, bool json) {
  bool any_ok = false;
  for (const auto& runs : all) {
    if (runs.missing != 0) continue;
    any_ok = any_ok || runs.results.front().status == Status::ok;
    if (json)
      print(json_of(runs).dump() + "\n");
    else
      print((&runs == &all.front() ? "" : "\n") + as_text(table_of(runs)));
  }
  return any_ok ? Exit::ok : Exit::nothing_measured;
}

Exit spread(const SpreadOptions& options) {
  if (!are_whole(options.axes)) throw missing_part("spread: give a problem (-p), a method (-m) and a step (-s)");
  if (options.starts < 1 || options.starts > 1000)
    throw out_of_range("--starts: {} is not allowed: 1 to 1000", options.starts);
  const auto cells = cells_of(options.axes);
  for (const auto& text : cells.notes) note(text);
  StatusLine line(stderr_is_terminal());
  Pool pool({.jobs = options.jobs,
             .global_timeout = options.timeout,
             .progress = [&](const std::string& text) { line.show(text); },
             .progress_interval = progress_interval(),
             .noun = "run",
             .interrupted = ctrl_c()});
  std::vector<MovedRuns> all;
  for (std::size_t i = 0; i < cells.cells.size(); ++i)
    all.push_back(
        {cells.cells[i], std::vector<RunResult>(static_cast<std::size_t>(options.starts) + 1), options.starts + 1});
  for (auto& runs : all) add_runs(pool, runs);
  const auto outcome = pool.run();
  line.clear();
  const auto of_runs = print_runs(all, options.json);
  if (!outcome.stopped()) return of_runs;
  const auto [why, exit] = stop_of(outcome);
  note(why);
  return exit;
}

}  // namespace

void add_spread(CLI::App& app, Exit& exit) {
  auto& verb = *app.add_subcommand("spread", "effect of rounding on runs: the digits that perturbed runs share");
  auto options = std::make_shared<SpreadOptions>();
  add_axes(verb, options->axes);
  verb.add_option("--starts", options->starts, "number of perturbed starts, 1 to 1000; default: 8")->type_name("N");
  add_jobs(verb, options->jobs);
  add_total_timeout(verb, options->timeout);
  add_json(verb, options->json, "one line with an object for each cell");
  verb.footer(spread_examples);
  verb.callback([options, &exit] { exit = spread(*options); });
}

}  // namespace plumb
