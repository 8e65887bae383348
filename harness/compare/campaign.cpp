#include "harness/compare/campaign.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <regex>
#include <span>
#include <utility>

#include "harness/cell/resolve.hpp"
#include "harness/judge/analysis_of_file.hpp"
#include "harness/run/metric_column.hpp"
#include "harness/schedule/cost.hpp"
#include "harness/schedule/isolated_steps.hpp"
#include "text/exit_codes.hpp"

namespace plumb {
namespace {

constexpr int most_rungs = 24;
constexpr std::size_t most_bisections = 3;
constexpr double of_an_analysis = 3;  // typical duration of an analysis of a method by its steps [s]

std::vector<Rung> planned_ladder(const Arena& arena, const Spec& method, double longest_run) {
  std::vector<Rung> out;
  const double finest_tolerance = 1e-13;
  for (int k = 0; k < most_rungs; ++k) {
    if (!has_fixed_step(method) && std::pow(10, -k / 2.) < finest_tolerance) break;
    Rung rung{.cell = rung_of(arena, method, k)};
    rung.seconds = weight(rung.cell);
    if (rung.seconds > longest_run) break;
    out.push_back(std::move(rung));
  }
  return out;
}

Track planned_track(const CampaignPlan& plan, std::size_t arena, std::size_t entrant) {
  Track out{.entrant = entrant, .arena = arena};
  try {
    out.ladder = planned_ladder(plan.arenas[arena], plan.entrants[entrant].spec, plan.longest_run);
  } catch (const UsageError& e) {
    out.refusal = e.what();
  }
  return out;
}

std::vector<Track> planned_tracks(const CampaignPlan& plan) {
  std::vector<Track> out;
  for (std::size_t a = 0; a < plan.arenas.size(); ++a)
    for (std::size_t e = 0; e < plan.entrants.size(); ++e) {
      const auto& entrant = plan.entrants[e];
      const bool wanted = plan.arenas[a].ranked || is_named(entrant);
      if (wanted && fits(entrant.spec, plan.arenas[a])) out.push_back(planned_track(plan, a, e));
    }
  return out;
}

/// The long runs: a swinging pendulum up to 20 s (nine periods) and up to 200 s.
constexpr auto long_problem = "pendulum", long_horizon = "20", longer_horizon = "200";
constexpr std::int64_t long_steps = 1000;

void plan_long_run(std::vector<LongRun>& list, const Spec& method, std::size_t entrant,
                   const std::string& formulation) {
  const Arena arena{.problem = {long_problem, {}}, .formulation = formulation, .label = long_problem};
  if (!fits(method, arena)) return;
  try {
    list.push_back({.entrant = entrant,
                    .label = arena.name(),
                    .once = {cell_of(arena, method, long_horizon, long_steps)},
                    .tenfold = {cell_of(arena, method, longer_horizon, 10 * long_steps)}});
  } catch (const UsageError&) {
    return;  // the refusal of the track contains the reason
  }
}

std::vector<LongRun> planned_long_runs(const CampaignPlan& plan) {
  std::vector<LongRun> out;
  for (std::size_t e = 0; e < plan.entrants.size(); ++e) {
    if (!is_named(plan.entrants[e])) continue;
    const auto& spec = plan.entrants[e].spec;
    const auto before = out.size();
    plan_long_run(out, spec, e, "ode");
    plan_long_run(out, spec, e, "index3");
    if (out.size() == before + 1) plan_long_run(out, spec, e, "index1");
  }
  return out;
}

bool is_last(const Rung& rung, double strictest) {
  if (rung.result->status == Status::unsupported) return true;
  const auto error = error_of(rung.cell, *rung.result);
  return error && *error < strictest / 10;
}

/// Returns whether rounding stopped the convergence: an error below 1e-5 did not fall over the two newest rungs.
bool has_stalled(const std::vector<Rung>& ladder, std::size_t newest) {
  constexpr double of_use = 1e-5;
  if (newest < 2) return false;
  const auto error = [&](std::size_t i) { return error_of(ladder[i].cell, *ladder[i].result).value_or(1); };
  return error(newest - 2) < of_use && error(newest - 1) >= error(newest - 2) && error(newest) >= error(newest - 2);
}

/// Returns the index of the first rung that has not run.
std::size_t first_open(const std::vector<Rung>& ladder) {
  const auto first = std::ranges::find_if(ladder, [](const Rung& rung) { return !rung.result; });
  return static_cast<std::size_t>(first - ladder.begin());
}

/// Returns the next number of steps of the bisection: the geometric mean between the largest number that fails and the
/// next larger number, which works. None if nothing is left to bisect.
std::optional<std::int64_t> steps_between(const Track& track) {
  std::int64_t works_from = 0, fails_at = 0;
  for (const auto* rung : runs_of(track)) {
    const auto steps = rung->cell.steps();
    if (!works(*rung)) {
      fails_at = steps;
      works_from = 0;
    } else if (works_from == 0) {
      works_from = steps;
    }
  }
  if (fails_at == 0 || works_from == 0) return {};
  const auto middle = std::llround(std::sqrt(static_cast<double>(works_from) * static_cast<double>(fails_at)));
  return middle == works_from || middle == fails_at ? std::nullopt : std::optional<std::int64_t>(middle);
}

TrackOrders orders_on_ladder(const Track& track) {
  OrderMeasurement of;
  for (const auto& rung : track.ladder) {
    if (!rung.result) continue;
    of.cells.push_back(rung.cell);
    of.results.push_back(rung.result);
  }
  TrackOrders out;
  if (of.cells.empty()) return out;
  try {
    const auto output = output_alone(of.cells.front());
    for (const auto& name : output ? std::vector{*output} : component_classes(Subject(of.cells.front())))
      out.classes.push_back(class_order(of, name));
  } catch (const std::invalid_argument& e) {
    out.refusal = e.what();
  }
  return out;
}

/// Returns the tasks that compute the points of a track and, for a named entrant with fixed steps, its orders.
std::vector<NeededTask> judgement_of(Campaign& campaign, std::size_t index) {
  auto& track = campaign.tracks[index];
  const auto& entrant = campaign.plan.entrants[track.entrant];
  const auto points = [&track](TaskState&) -> Finish {
    std::vector<Point> found;
    for (const auto* rung : runs_of(track)) found.push_back(point_of(*rung));
    return [&track, found = std::move(found)] {
      track.points = found;
      return true;
    };
  };
  std::vector<NeededTask> out = {{.task = {.seconds = 0.01, .work = points, .title = entrant.name()}}};
  if (!is_named(entrant) || !has_fixed_step(entrant.spec)) return out;
  const auto orders = [&campaign, &track, index](TaskState&) -> Finish {
    auto found = orders_on_ladder(track);
    found.track = index;
    return [&campaign, found = std::move(found)] {
      campaign.orders.push_back(found);
      return true;
    };
  };
  out.push_back({.task = {.seconds = 0.1, .work = orders, .title = entrant.name()}});
  return out;
}

/// Returns the work that is expected after the next run of a track: finer rungs, if the run is a rung, and tasks.
Missing::Later work_after(const ResolvedCell& next, const Track& track, const std::vector<NeededTask>& tasks) {
  Missing::Later out;
  const auto add = [&out](double seconds) {
    ++out.tasks;
    out.seconds += seconds;
  };
  const auto open = std::span(track.ladder).subspan(first_open(track.ladder));
  if (!open.empty() && open.front().cell == next)
    for (const auto& rung : open.subspan(1)) add(rung.seconds);
  for (const auto& needed : tasks) add(needed.task.seconds);
  return out;
}

/// Returns the next work of a track: its runs, one after the other, and then its judgement.
Missing missing_of(Campaign& campaign, std::size_t index) {
  auto& track = campaign.tracks[index];
  if (track.is_done) return {};
  auto tasks = judgement_of(campaign, index);
  const auto next = next_run(track, campaign.plan);
  track.is_done = !next;
  if (!next) return {.tasks = std::move(tasks)};
  const auto ended = [&track, cell = *next](const RunResult& result) { add_result(track, cell, result); };
  return {.runs = {{.cell = *next, .ended = ended}}, .later = work_after(*next, track, tasks)};
}

Missing missing_of(LongRun& run) {
  Missing out;
  for (auto* rung : {&run.once, &run.tenfold})
    if (!rung->result)
      out.runs.push_back({.cell = rung->cell, .ended = [rung](const RunResult& result) { rung->result = result; }});
  return out;
}

/// Returns the task of the linear analysis of a method. Throws UsageError.
Task analysis_of(const Spec& spec, std::optional<Analysis>& out) {
  const auto& method = method_named(spec);
  const auto work = [&spec, &out, &method, parameters = method_parameters(method, spec.parameters)](TaskState&) {
    IsolatedSteps steps(spec.name, method, parameters);
    const auto scope = steps.here();
    return [&out, found = analyze(method, parameters, with_file({}, spec.name))] {
      out = found;
      return true;
    };
  };
  return {.seconds = of_an_analysis, .work = work, .title = spec.text()};
}

/// Returns the number of finished methods in each unfinished arena: "pendulum ode 3/61 methods, slider-crank index3
/// 0/48 methods".
std::string state_of_arenas(const Campaign& campaign) {
  std::vector<std::string> out;
  for (std::size_t a = 0; a < campaign.plan.arenas.size(); ++a) {
    std::ptrdiff_t all = 0, done = 0;
    for (const auto& track : campaign.tracks) {
      if (track.arena != a || !track.refusal.empty()) continue;
      ++all;
      done += track.is_done;
    }
    if (done < all) out.push_back(fmt::format("{} {}/{} methods", campaign.plan.arenas[a].name(), done, all));
  }
  return fmt::format("{}", fmt::join(out, ", "));
}

/// Returns a progress line with the state of the arenas, and without the number of runs that ended early. Failures at
/// the large steps of a ladder are normal, and the page of each method lists them.
std::string with_arenas(const std::string& progress, const std::string& arenas) {
  static const std::regex failures(", [0-9]+ ended early");
  const auto text = std::regex_replace(progress, failures, "");
  return arenas.empty() ? text : fmt::format("{} ({})", text, arenas);
}

PoolOptions pool_options(const Campaign& campaign, const MatrixOptions& options) {
  auto out = options.pool();
  out.noun = "task";
  if (options.progress)
    out.progress = [&](const std::string& text) { options.progress(with_arenas(text, state_of_arenas(campaign))); };
  return out;
}

}  // namespace

bool is_named(const Entrant& entrant) { return entrant.role == Role::judged || entrant.role == Role::beside; }

Campaign planned_campaign(const CampaignPlan& plan) {
  Campaign out{.plan = plan, .tracks = planned_tracks(plan), .long_runs = planned_long_runs(plan)};
  out.theory.resize(plan.entrants.size());
  return out;
}

std::optional<ResolvedCell> next_run(const Track& track, const CampaignPlan& plan) {
  const auto open = first_open(track.ladder);
  const bool ends =
      open > 0 && (is_last(track.ladder[open - 1], plan.accuracies.back()) || has_stalled(track.ladder, open - 1));
  if (open < track.ladder.size() && !ends) return track.ladder[open].cell;
  const auto& method = plan.entrants[track.entrant].spec;
  if (track.between.size() == most_bisections || !has_fixed_step(method)) return {};
  const auto steps = steps_between(track);
  return steps ? std::optional(cell_of(plan.arenas[track.arena], method, *steps)) : std::nullopt;
}

void add_result(Track& track, const ResolvedCell& cell, const RunResult& result) {
  const auto open = first_open(track.ladder);
  if (open < track.ladder.size() && track.ladder[open].cell == cell)
    track.ladder[open].result = result;
  else
    track.between.push_back({.cell = cell, .result = result});
}

std::vector<Goal> goals_of(Campaign& campaign) {
  std::vector<Goal> out;
  for (std::size_t i = 0; i < campaign.tracks.size(); ++i)
    out.push_back({.missing = [&campaign, i] { return missing_of(campaign, i); }});
  for (auto& run : campaign.long_runs) out.push_back({.missing = [&run] { return missing_of(run); }});
  std::vector<Task> analyses;
  for (std::size_t e = 0; e < campaign.plan.entrants.size(); ++e)
    if (const auto& entrant = campaign.plan.entrants[e]; is_named(entrant))
      analyses.push_back(analysis_of(entrant.spec, campaign.theory[e]));
  out.push_back(goal_of(std::move(analyses)));
  return out;
}

Campaign run_campaign(const CampaignPlan& plan, const MatrixOptions& options) {
  auto out = planned_campaign(plan);
  const auto outcome = reach(
      goals_of(out), {.pool = pool_options(out, options), .store = options.store, .isolation = options.isolation});
  out.ran = outcome.ran;
  out.from_store = outcome.from_store;
  out.interrupted = outcome.interrupted;
  out.timed_out = outcome.timed_out;
  std::ranges::sort(out.orders, {}, &TrackOrders::track);
  return out;
}

}  // namespace plumb
