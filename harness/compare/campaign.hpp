#pragma once
// A campaign makes all runs of a comparison: every entrant climbs the ladder of every arena that it is fit for, in one
// pool and with one store.
//
//   up       from the coarsest rung on, until the error is a tenth of the strictest accuracy, rounding has stopped it
//            from falling twice, the equations are not supported, or the next run is expected to take too long
//   between  below the largest step that works three bisections of the number of steps: to 9 %
//   long     the judged ones also over ten times the horizon at the same step: energy and constraints

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
  std::vector<double> accuracies = {1e-3, 1e-6, 1e-9};  // relative, in falling order
  double longest_run = 0.25;                            // s: a rung that is expected to take longer is not begun
};

/// Two runs with the same step, over a horizon and over ten times that.
struct LongRun {
  std::size_t entrant = 0;
  std::string label;  // "pendulum index3"
  Rung once, tenfold;
};

struct TrackOrders {
  std::size_t track = 0;
  std::vector<ClassOrder> classes = {};
  std::string refusal = {};  // says why there are none; empty: there are some
};

struct Campaign {
  CampaignPlan plan;
  std::vector<Track> tracks = {};  // by arena, in the order of the entrants
  std::vector<LongRun> long_runs = {};
  std::vector<TrackOrders> orders = {};              // for the judged and those beside them, if steps are fixed
  std::vector<std::optional<Analysis>> theory = {};  // for the same, in the order of the entrants
  std::size_t ran = 0, from_store = 0;               // numbers of cells
  bool interrupted = false, timed_out = false;
};

/// Tells whether an entrant has been named. Everything is measured of such an entrant.
bool is_named(const Entrant& entrant);

/// Runs what is not in the store of `options`, and judges the results. Ctrl-C leaves in the store what has ended.
/// Throws StoreError and UsageError.
Campaign run_campaign(const CampaignPlan& plan, const MatrixOptions& options);

}  // namespace plumb
