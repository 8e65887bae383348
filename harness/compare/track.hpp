#pragma once
// A track contains the runs of one entrant in one arena, from coarse to fine, and their results.

#include <optional>
#include <string>
#include <vector>

#include "harness/compare/arena.hpp"
#include "harness/compare/cost_at.hpp"
#include "harness/run/run_result.hpp"

namespace plumb {

struct Rung {
  ResolvedCell cell;
  std::optional<RunResult> result = {};  // result of the run; none: not needed, or not reached
};

struct Track {
  std::size_t entrant = 0, arena = 0;
  std::vector<Rung> ladder = {};   // planned runs
  std::vector<Rung> between = {};  // runs of the bisection for the largest working step
  std::vector<Point> points = {};  // points of both lists, from coarse to fine; computed by the judgement
  bool is_done = false;            // whether all runs of the track have ended
  std::string refusal = {};        // reason why there is no cell; empty: there is a cell
};

/// Returns the output by which runs of the problem are judged (its first one) if the reference contains only outputs.
std::optional<std::string> output_alone(const ResolvedCell& cell);

/// Returns the metrics whose maximum is the error of a run: the relative errors of positions over the run (re), for
/// each kind of coordinates. Rotations have no relative error, so the rms of the angle [rad] is used. If there is an
/// output_alone, its error is used.
std::vector<std::string> error_metrics(const ResolvedCell& cell);
/// Returns these metrics for errors of q, v or lambda. Precondition: there is no output_alone.
std::vector<std::string> error_metrics(const ResolvedCell& cell, std::string_view component_class);
/// Returns the error. None if the run did not end ok, or has no such metric.
std::optional<double> error_of(const ResolvedCell& cell, const RunResult& result);

/// A run with an error of more than a tenth does not work.
inline constexpr double useful_error = 0.1;
/// Returns whether a run has status ok and at most that error.
bool works(const Rung& rung);

/// Returns the data of a run for the comparison, with the uncertainty of its error. May certify a reference.
Point point_of(const Rung& rung);
/// Returns these data with the largest of these metrics as the error.
Point point_of(const Rung& rung, const std::vector<std::string>& metrics);

/// The range of step sizes of a method in an arena.
struct LargestStep {
  std::optional<double> works = {};  // largest working step [s]; none: no step of the ladder works
  std::optional<double> fails = {};  // next larger step that was tried [s]; none: the first rung works
};
LargestStep largest_step(const Track& track);

/// Returns all runs of a track, the coarsest first.
std::vector<const Rung*> runs_of(const Track& track);

}  // namespace plumb
