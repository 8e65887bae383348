#pragma once
// Times are measured at equal accuracy: an entrant beside the best of each family, in slices and in turns
// (harness/timing).

#include <optional>
#include <vector>

#include "harness/compare/standings.hpp"
#include "harness/timing/standing.hpp"

namespace plumb {

struct SecondsOf {
  std::size_t entrant = 0;
  std::optional<double> seconds = {};     // CPU time of the run that has the accuracy, interpolated as costs are [s]
  Standing standing = Standing::unknown;  // beside the judged entrant
  std::string refusal = {};               // says why it was not timed; empty: it was
};

struct SecondsAtGoal {
  std::size_t goal = 0;
  std::vector<SecondsOf> entrants = {};  // the judged one first
  std::optional<double> noise = {};      // relative difference of a run from its twin; none: not known
  bool is_fit = false;                   // the machine was quiet enough for verdicts
};

/// Measures times at 1e-6, or at the strictest accuracy above that at which the entrant has a cost, one arena after the
/// other on this thread. It times the entrant, the representatives of the families, and the entrants named beside it.
/// Stopping points lie between slices.
std::vector<SecondsAtGoal> timed_at_equal_accuracy(const Standings& standings, std::size_t judged);

}  // namespace plumb
