#pragma once
// A track contains the runs of one entrant in one arena (arena.hpp: a problem in one formulation over one time span),
// from coarse to fine, and their results.

#include <optional>
#include <string>
#include <vector>

#include "harness/compare/arena.hpp"
#include "harness/compare/cost_at.hpp"
#include "harness/run/run_result.hpp"

namespace plumb {

struct Rung {
  ResolvedCell cell;
  std::optional<RunResult> result = {};  // result of the run; none: it did not run
  double seconds = 0;                    // expected time of a planned run [s]
};

struct Track {
  std::size_t entrant = 0, arena = 0;
  std::vector<Rung> ladder = {};   // planned runs, from coarse to fine
  std::vector<Rung> between = {};  // runs of the bisection for the largest working step
  std::vector<Point> points = {};  // points of both lists, from coarse to fine; computed after all runs
  bool is_done = false;            // whether all runs of the track have ended
  std::string refusal = {};        // reason why the method cannot run; empty: no reason
};

/// If the reference of the problem contains only outputs, returns the first output, whose error is the error of a run.
/// Otherwise nullopt.
std::optional<std::string> output_alone(const ResolvedCell& cell);

/// Returns the metrics whose maximum is the error of a run: for each kind of coordinates the relative error of
/// positions over the run (re). Rotations have no relative error, so the rms of the angle [rad] is used. If there is an
/// `output_alone`, its relative error is the only metric.
std::vector<std::string> error_metrics(const ResolvedCell& cell);
/// Returns the metrics for the error of the component class q, v or lambda. Precondition: there is no `output_alone`.
std::vector<std::string> error_metrics(const ResolvedCell& cell, std::string_view component_class);
/// Returns the error of a run, the maximum of `error_metrics`. None if its status is not ok, or if a metric is missing.
std::optional<double> error_of(const ResolvedCell& cell, const RunResult& result);

/// A run with an error of more than a tenth does not work.
inline constexpr double useful_error = 0.1;
/// Returns whether a run has status ok and an error of at most `useful_error`.
bool works(const Rung& rung);

/// Returns the data of a run for the comparison, with the uncertainty of its error. May compute a certified reference.
Point point_of(const Rung& rung);
/// Returns the data of a run, with the largest of these metrics as its error.
Point point_of(const Rung& rung, const std::vector<std::string>& metrics);

/// The range of working step sizes of a method in an arena (arena.hpp).
struct LargestStep {
  std::optional<double> works = {};  // largest working step [s]; none: no step of the ladder works
  std::optional<double> fails = {};  // next larger step, at which the run fails [s]; none: the largest tried step works
};
/// Returns the largest step such that it and all smaller steps work, and the next larger step.
LargestStep largest_step(const Track& track);

/// Returns all rungs of a track that have a result, the coarsest first.
std::vector<const Rung*> runs_of(const Track& track);

}  // namespace plumb
