#pragma once
// A track is one entrant in one arena: its runs from coarse to fine, and what they show.

#include <optional>
#include <string>
#include <vector>

#include "harness/compare/arena.hpp"
#include "harness/compare/cost_at.hpp"
#include "harness/run/run_result.hpp"

namespace plumb {

struct Rung {
  ResolvedCell cell;
  std::optional<RunResult> result = {};  // none: the run was not needed, or not reached
};

struct Track {
  std::size_t entrant = 0, arena = 0;
  std::vector<Rung> ladder = {};   // as planned
  std::vector<Rung> between = {};  // runs of the bisection for the largest working step
  std::vector<Point> points = {};  // from both lists, coarse to fine, once they were judged
  bool is_done = false;            // all of its runs have ended
  std::string refusal = {};        // says why there is no cell; empty: there is one
};

/// Returns the output that the problem's runs are judged by, its first one, if the reference has only outputs.
std::optional<std::string> output_alone(const ResolvedCell& cell);

/// Returns the metrics of which the largest is the error of a run. They are the relative errors of positions over the
/// run (re), for each kind of coordinates if there are several. Rotations have no size, so that the rms of the angle
/// [rad] is taken. If there is an output_alone, its error is taken.
std::vector<std::string> error_metrics(const ResolvedCell& cell);
/// Returns the error. None if the run did not end ok, or has no such metric.
std::optional<double> error_of(const ResolvedCell& cell, const RunResult& result);

/// A run with an error of more than a tenth is of no use.
inline constexpr double useful_error = 0.1;
/// Tells whether a run ended ok with an error of at most that.
bool works(const Rung& rung);

/// Returns what is compared of a run, with the uncertainty of its error. It may certify a reference.
Point point_of(const Rung& rung);

/// The step sizes that a method can take in an arena.
struct LargestStep {
  std::optional<double> works = {};  // [s]; none: no step of the ladder works
  std::optional<double> fails = {};  // [s], the next larger step that was tried; none: the first rung works
};
LargestStep largest_step(const Track& track);

/// Returns all runs of a track, the coarsest first.
std::vector<const Rung*> runs_of(const Track& track);

}  // namespace plumb
