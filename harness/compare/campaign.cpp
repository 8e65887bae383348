#include "harness/compare/campaign.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <regex>
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
constexpr int most_bisections = 3;
constexpr double of_an_analysis = 3;  // typical duration of an analysis of a method by its steps [s]

// ---- planned runs

std::vector<Rung> planned_ladder(const Arena& arena, const Spec& method, double longest_run) {
  std::vector<Rung> out;
  const double finest_tolerance = 1e-13;
  for (int k = 0; k < most_rungs; ++k) {
    if (!has_fixed_step(method) && std::pow(10, -k / 2.) < finest_tolerance) break;
    Rung rung{rung_of(arena, method, k)};
    if (weight(rung.cell) > longest_run) break;
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

// ---- end of the ladder

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

/// Returns a progress line with the state of the arenas (`places`), and without the number of failed runs. Failures at
/// the large steps of a ladder are normal, and the page of each method lists them.
std::string with_places(const std::string& progress, const std::string& places) {
  static const std::regex failures(", [0-9]+ failed");
  const auto text = std::regex_replace(progress, failures, "");
  return places.empty() ? text : fmt::format("{} ({})", text, places);
}

/// Performs the runs and analyses of a campaign, and then the judgement, as tasks in pools.
class Expedition {
 public:
  Expedition(Campaign& campaign, const MatrixOptions& options)
      : out_(campaign), options_(options), pool_(pool_options(options)), cells_(pool_, options.store) {}

  void run() {
    prepare_theory();
    pool_.add({.work = [this](TaskState&) -> Finish { return [this] { return begin(); }; },
               .title = "the store",
               .is_prerequisite = true});
    note_end(pool_.run());
  }

  void judge() {
    Pool judges(pool_options(options_));
    for (auto& track : out_.tracks) add_points(judges, track);
    for (std::size_t i = 0; i < out_.tracks.size(); ++i) add_orders(judges, i);
    note_end(judges.run());
  }

 private:
  PoolOptions pool_options(const MatrixOptions& options) const {
    auto out = options.pool();
    out.noun = "task";
    if (options.progress)
      out.progress = [this, &options](const std::string& text) { options.progress(with_places(text, places())); };
    return out;
  }

  /// Returns the number of finished methods in each unfinished arena: "pendulum ode 3/61 methods, slider-crank index3
  /// 0/48 methods".
  std::string places() const {
    std::vector<std::string> out;
    for (std::size_t a = 0; a < out_.plan.arenas.size(); ++a) {
      std::ptrdiff_t all = 0, done = 0;
      for (const auto& track : out_.tracks) {
        if (track.arena != a || !track.refusal.empty()) continue;
        ++all;
        done += track.is_done;
      }
      if (done < all) out.push_back(fmt::format("{} {}/{} methods", out_.plan.arenas[a].name(), done, all));
    }
    return fmt::format("{}", fmt::join(out, ", "));
  }

  void note_end(const PoolOutcome& outcome) {
    out_.interrupted = out_.interrupted || outcome.interrupted;
    out_.timed_out = out_.timed_out || outcome.timed_out;
  }

  bool begin() {
    for (auto& track : out_.tracks)
      for (const auto& rung : track.ladder) pool_.expect(1, weight(rung.cell));
    for (auto& track : out_.tracks) climb(track, 0);
    for (auto& run : out_.long_runs)
      for (auto* rung : {&run.once, &run.tenfold}) take(*rung, [] {});
    for (std::size_t e = 0; e < out_.theory.size(); ++e) add_theory(e);
    cells_.begin();
    return true;
  }

  /// Sets the result of a rung, from the store or by a run, and then calls `then`. `is_expected` means that the run is
  /// already included in the expected work of the pool.
  void take(Rung& rung, const std::function<void()>& then, bool is_expected = false) {
    if (auto known = cells_.known(rung.cell)) {
      ++out_.from_store;
      rung.result = std::move(known);
      if (is_expected) pool_.expect(-1, -weight(rung.cell));
      return then();
    }
    if (!is_expected) pool_.expect(1, weight(rung.cell));
    cells_.request(rung.cell, [this, &rung, then](const RunResult& result) {
      ++out_.ran;
      rung.result = result;
      then();
      cells_.begin();
    });
  }

  void climb(Track& track, std::size_t place) {
    if (place == track.ladder.size()) return bisect(track, most_bisections);
    const auto then = [this, &track, place] {
      const bool ends = is_last(track.ladder[place], out_.plan.accuracies.back()) || has_stalled(track.ladder, place);
      if (!ends) return climb(track, place + 1);
      for (auto i = place + 1; i < track.ladder.size(); ++i) pool_.expect(-1, -weight(track.ladder[i].cell));
      bisect(track, most_bisections);
    };
    take(track.ladder[place], then, true);
  }

  void bisect(Track& track, int times) {
    const auto& spec = out_.plan.entrants[track.entrant].spec;
    const auto steps = next_between(track);
    track.is_done = times == 0 || !has_fixed_step(spec) || !steps;
    if (track.is_done) return;
    track.between.reserve(most_bisections);  // no reallocation, because requested runs refer to the elements
    track.between.push_back({cell_of(out_.plan.arenas[track.arena], spec, *steps)});
    take(track.between.back(), [this, &track, times] { bisect(track, times - 1); });
  }

  /// Returns the next number of steps of the bisection: the geometric mean between the largest number that fails and
  /// the next larger number, which works. None if nothing is left to bisect.
  static std::optional<std::int64_t> next_between(const Track& track) {
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

  /// Must be called before any thread starts, because it may start worker processes.
  void prepare_theory() {
    for (const auto& entrant : out_.plan.entrants) {
      auto& steps = steps_.emplace_back();
      if (!is_named(entrant)) continue;
      const auto& method = method_named(entrant.spec);
      steps = std::make_unique<IsolatedSteps>(entrant.spec.name, method,
                                              method_parameters(method, entrant.spec.parameters));
    }
  }

  void add_theory(std::size_t entrant) {
    const auto& spec = out_.plan.entrants[entrant].spec;
    if (!is_named(out_.plan.entrants[entrant])) return;
    const auto work = [this, entrant, spec](TaskState&) -> Finish {
      auto& steps = *steps_[entrant];
      const auto scope = steps.here();
      auto result = std::make_shared<Analysis>(analyze(steps.method(), steps.parameters(), with_file({}, spec.name)));
      return [this, entrant, result] {
        out_.theory[entrant] = *result;
        return true;
      };
    };
    pool_.expect(1, of_an_analysis);
    pool_.add({.seconds = of_an_analysis, .work = work, .title = spec.text()});
  }

  // ---- judgement after all runs

  void add_points(Pool& judges, Track& track) {
    const auto work = [&track](TaskState&) -> Finish {
      std::vector<Point> points;
      for (const auto* rung : runs_of(track)) points.push_back(point_of(*rung));
      return [&track, points = std::move(points)] {
        track.points = points;
        return true;
      };
    };
    judges.add({.seconds = 0.01, .work = work, .title = out_.plan.entrants[track.entrant].name()});
  }

  void add_orders(Pool& judges, std::size_t track) {
    const auto& entrant = out_.plan.entrants[out_.tracks[track].entrant];
    if (!is_named(entrant) || !has_fixed_step(entrant.spec)) return;
    const auto work = [this, track](TaskState&) -> Finish {
      auto found = orders_of(out_.tracks[track]);
      found.track = track;
      return [this, found = std::move(found)] {
        out_.orders.push_back(found);
        return true;
      };
    };
    judges.add({.seconds = 0.1, .work = work, .title = entrant.name()});
  }

  static TrackOrders orders_of(const Track& track) {
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

  Campaign& out_;
  const MatrixOptions& options_;
  Pool pool_;
  CellService cells_;
  std::vector<std::unique_ptr<IsolatedSteps>> steps_;  // steppers for the analysis, by entrant; null unless it is named
};

}  // namespace

bool is_named(const Entrant& entrant) { return entrant.role == Role::judged || entrant.role == Role::beside; }

Campaign run_campaign(const CampaignPlan& plan, const MatrixOptions& options) {
  Campaign out{.plan = plan, .tracks = planned_tracks(plan), .long_runs = planned_long_runs(plan)};
  out.theory.resize(plan.entrants.size());
  Expedition expedition(out, options);
  expedition.run();
  if (!out.interrupted && !out.timed_out) expedition.judge();
  std::ranges::sort(out.orders, {}, &TrackOrders::track);
  return out;
}

}  // namespace plumb
