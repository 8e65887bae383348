#pragma once
// A campaign performs all runs of a comparison, with one store. An arena is a problem in one formulation over one time
// span (arena.hpp). Every entrant runs in every arena that it supports:
//
//   ladder    rung by rung from the largest step, until the error is below a tenth of the strictest accuracy, an error
//             below 1e-5 does not fall over two further rungs (rounding), the equations are not supported, or the next
//             run is expected to take too long
//   between   three bisections between the largest working step and the next larger step, which fails: to 9 %
//   long run  only for methods named by the user: up to 20 s and 200 s at the same step, for energy and constraints

#include <optional>
#include <string>
#include <vector>

#include "harness/compare/entrant.hpp"
#include "harness/compare/track.hpp"
#include "harness/judge/order_measurement.hpp"
#include "harness/schedule/engine.hpp"
#include "harness/schedule/matrix.hpp"
#include "methods/analysis/analysis.hpp"

namespace plumb {

struct CampaignPlan {
  std::vector<Arena> arenas;
  std::vector<Entrant> entrants;
  std::vector<double> accuracies = {1e-3, 1e-6, 1e-9};  // relative errors to reach, in falling order
  double longest_run = 0.25;  // limit of the expected time of a run [s]; the ladder ends before a longer run
};

/// Two runs with the same step size; the second is ten times as long.
struct LongRun {
  std::size_t entrant = 0;
  std::string label;  // problem and formulation: "pendulum index3"
  Rung once, tenfold;
};

/// The orders that were observed on the ladder of a track.
struct TrackOrders {
  std::size_t track = 0;  // index in Campaign::tracks
  std::vector<ClassOrder> classes = {};
  std::string refusal = {};  // reason why there are no orders; empty: there are some
};

struct Campaign {
  CampaignPlan plan;
  std::vector<Track> tracks = {};  // tracks sorted by arena, then by entrant
  std::vector<LongRun> long_runs = {};
  std::vector<TrackOrders> orders = {};              // orders of the named entrants with fixed steps
  std::vector<std::optional<Analysis>> theory = {};  // linear analysis of each entrant named by the user; else nullopt
  std::size_t ran = 0, from_store = 0;               // number of executed cells; number of cells from the store
  bool interrupted = false, timed_out = false;
};

/// Returns whether the user named the entrant. Orders, long runs and analyses are made only for named entrants.
bool is_named(const Entrant& entrant);

/// Returns a campaign with all tracks and long runs, without results.
Campaign planned_campaign(const CampaignPlan& plan);

/// Returns the next run of a track, given its results: the next rung of the ladder, or after the end of the ladder the
/// next bisection. None: the track is complete.
std::optional<ResolvedCell> next_run(const Track& track, const CampaignPlan& plan);

/// Adds the result of `next_run` to the track.
void add_result(Track& track, const ResolvedCell& cell, const RunResult& result);

/// Returns the goals of a campaign: for each track its runs, then its points and orders; the long runs; the analyses.
/// They store all results in the campaign, which must exist until they are reached. Throws UsageError.
std::vector<Goal> goals_of(Campaign& campaign);

/// Runs all cells that are not in the store of `options`, and computes points, orders and analyses. After Ctrl-C, the
/// store keeps the finished results. Throws StoreError and UsageError.
Campaign run_campaign(const CampaignPlan& plan, const MatrixOptions& options);

}  // namespace plumb
