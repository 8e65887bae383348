#include "harness/api/spread_study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>

#include "harness/api/cell_table.hpp"
#include "harness/api/conduct.hpp"
#include "harness/api/study_run.hpp"
#include "harness/schedule/engine.hpp"
#include "text/mistakes.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

bool is_ok(const std::optional<RunResult>& result) { return result && result->status == Status::ok; }

std::vector<RunResult> ended(const PerturbedRuns& runs) {
  std::vector<RunResult> out;
  for (const auto& result : runs.results)
    if (result) out.push_back(*result);
  return out;
}

Task perturbed_run(PerturbedRuns& runs, std::size_t number) {
  return {.seconds = 1,
          .work = [&runs, number](TaskState& state) -> Finish {
            const auto result =
                std::make_shared<RunResult>(run_from_moved_start(runs.cell, static_cast<int>(number), state.stop));
            if (state.stop != Status::ok) return {};
            return [&runs, number, result] {
              runs.results[number] = std::move(*result);
              return true;
            };
          },
          .title = runs.cell.problem().name};
}

}  // namespace

bool PerturbedRuns::complete() const {
  return std::ranges::all_of(results, [](const auto& result) { return result.has_value(); });
}

std::size_t PerturbedRuns::failed() const {
  return static_cast<std::size_t>(std::ranges::count_if(results, std::not_fn(is_ok)));
}

bool SpreadStudy::any_ok() const {
  return std::ranges::any_of(cells, [](const PerturbedRuns& runs) { return is_ok(runs.results.front()); });
}

SpreadStudy spread(const SpreadRequest& request, const Conduct& conduct) {
  constexpr int most_starts = 1000;
  if (request.starts < 1 || request.starts > most_starts)
    throw out_of_range("--starts: {} is not allowed: 1 to {}", request.starts, most_starts);
  const auto requested = requested_study({.source = {.axes = request.axes}}, conduct);
  SpreadStudy out{.notes = requested.notes, .ending = requested.ending};
  if (out.ending.stopped()) return out;
  if (conduct.note)
    for (const auto& text : out.notes) conduct.note(text);
  const auto runs = static_cast<std::size_t>(request.starts) + 1;
  for (std::size_t i = 0; i < requested.cells.size(); ++i)
    out.cells.push_back({requested.cells[i], std::vector<std::optional<RunResult>>(runs)});
  std::vector<Task> tasks;
  for (auto& of_cell : out.cells)
    for (std::size_t number = 0; number < runs; ++number) tasks.push_back(perturbed_run(of_cell, number));
  EngineOptions engine{.pool = Conducted(conduct).options.pool()};
  engine.pool.noun = "run";
  out.ending = reach({goal_of(std::move(tasks))}, engine);
  std::erase_if(out.cells, [](const PerturbedRuns& of_cell) { return !of_cell.complete(); });
  return out;
}

Table spread_table(const PerturbedRuns& runs) {
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
  for (const auto& spread : spreads(cell, ended(runs)))
    table.rows.push_back({spread.unit == "-" ? spread.metric : fmt::format("{} [{}]", spread.metric, spread.unit),
                          Entry::number(spread.value), Entry::number(spread.low), Entry::number(spread.high),
                          Entry::count(spread.digits)});
  table.notes = {fmt::format("over this run and {} runs with perturbed initial values; digits: common to all runs",
                             runs.results.size() - 1)};
  if (runs.failed() != 0)
    table.notes.push_back(fmt::format("{} of {} runs did not end ok", runs.failed(), runs.results.size()));
  for (const auto& result : runs.results)
    if (result && !result->note.empty()) {
      table.notes.push_back(result->note);
      break;
    }
  return table;
}

Json spread_json(const PerturbedRuns& runs) {
  Json metrics = Json::object();
  for (const auto& spread : spreads(runs.cell, ended(runs)))
    metrics[spread.metric] = {
        {"value", spread.value}, {"lowest", spread.low}, {"highest", spread.high}, {"digits", spread.digits}};
  return {{"id", runs.cell.id()},
          {"starts", runs.results.size() - 1},
          {"failed", runs.failed()},
          {"metrics", std::move(metrics)}};
}

}  // namespace plumb
