#pragma once
// A campaign performs all runs of a comparison: every entrant climbs the ladder of every arena that it supports, in one
// pool and with one store.
//
//   up       from the coarsest rung, until the error is a tenth of the strictest accuracy, two more rungs do not reduce
//            an error below 1e-5 (rounding), the equations are not supported, or the next run is expected to take too
//            long
//   between  three bisections of the number of steps below the largest step that works: to 9 %
//   long     for named methods: ten times the end time at the same step, for energy and constraints

#include <optional>
#include <string>
#include <vector>

#include "harness/compare/entrant.hpp"
#include "harness/compare/track.hpp"
#include "harness/judge/order_measurement.hpp"
#include "harness/schedule/matrix.hpp"
#include "methods/analysis/analysis.hpp"

namespace plumb {

struct CampaignPlan {
  std::vector<Arena> arenas;
  std::vector<Entrant> entrants;
  std::vector<double> accuracies = {1e-3, 1e-6, 1e-9};  // relative accuracies, in falling order
  double longest_run = 0.25;  // limit of the expected time of a run [s]; a longer rung is not begun
};

/// Two runs with the same step, up to an end time and up to ten times that.
struct LongRun {
  std::size_t entrant = 0;
  std::string label;  // label of the track: "pendulum index3"
  Rung once, tenfold;
};

struct TrackOrders {
  std::size_t track = 0;
  std::vector<ClassOrder> classes = {};
  std::string refusal = {};  // reason why there are no orders; empty: there are some
};

struct Campaign {
  CampaignPlan plan;
  std::vector<Track> tracks = {};  // tracks by arena, in the order of the entrants
  std::vector<LongRun> long_runs = {};
  std::vector<TrackOrders> orders = {};              // orders of the named entrants with fixed steps
  std::vector<std::optional<Analysis>> theory = {};  // analyses of the named entrants, in the order of the entrants
  std::size_t ran = 0, from_store = 0;               // number of executed cells; number of cells from the store
  bool interrupted = false, timed_out = false;
};

/// Returns whether an entrant was named by the user. For these all properties are measured.
bool is_named(const Entrant& entrant);

/// Runs all cells that are not in the store of `options`, and judges the results. Ctrl-C keeps the finished results in
/// the store. Throws StoreError and UsageError.
Campaign run_campaign(const CampaignPlan& plan, const MatrixOptions& options);

}  // namespace plumb
