#pragma once
// One entrant in one arena: its runs from coarse to fine, and what they come to.

#include <optional>
#include <string>
#include <vector>

#include "harness/compare/arena.hpp"
#include "harness/compare/cost_at.hpp"
#include "harness/run/run_result.hpp"

namespace plumb {

struct Rung {
  ResolvedCell cell;
  std::optional<RunResult> result = {};  // none: it was not needed, or not reached
};

struct Track {
  std::size_t entrant = 0, arena = 0;
  std::vector<Rung> ladder = {};   // as planned
  std::vector<Rung> between = {};  // what the bisection for the largest working step ran
  std::vector<Point> points = {};  // of both, from coarse to fine, once they were judged
  bool is_done = false;            // whether all of its runs are there
  std::string refusal = {};        // why there is no cell; empty: there is one
};

/// The output that a problem's runs are judged by, its first, where the reference has outputs alone.
std::optional<std::string> output_alone(const ResolvedCell& cell);

/// The metrics of which the largest is the error of a run: relative errors of positions over the run (re), of each
/// kind of coordinates where there are several; of rotations, which have no size, the rms of the angle [rad]; or that
/// of output_alone.
std::vector<std::string> error_metrics(const ResolvedCell& cell);
/// None if the run did not end ok, or has no such metric.
std::optional<double> error_of(const ResolvedCell& cell, const RunResult& result);

/// An error of a tenth: with more, a run is of no use.
inline constexpr double useful_error = 0.1;
/// Whether a run ended ok with an error of at most that.
bool works(const Rung& rung);

/// The place of the first rung from which on all that ran work; none: the last does not.
std::optional<std::size_t> first_working(const std::vector<Rung>& ladder);

/// What is compared of a run, with what is not known of its error. May certify a reference.
Point point_of(const Rung& rung);

/// How far a method's steps reach in an arena.
struct LargestStep {
  std::optional<double> works = {};  // [s]; none: no step of the ladder does
  std::optional<double> fails = {};  // [s], the next larger one that was tried; none: the first rung works
};
LargestStep largest_step(const Track& track);

/// All runs of a track, the coarsest first.
std::vector<const Rung*> runs_of(const Track& track);

}  // namespace plumb
