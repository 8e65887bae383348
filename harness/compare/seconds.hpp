#pragma once
// Times at equal accuracy: an entrant and the best of each family, in alternating slices (harness/timing).

#include <optional>
#include <vector>

#include "harness/compare/standings.hpp"
#include "harness/timing/standing.hpp"

namespace plumb {

struct SecondsOf {
  std::size_t entrant = 0;
  std::optional<double> seconds = {};     // CPU time at the accuracy, interpolated between runs like costs [s]
  Standing standing = Standing::unknown;  // comparison with the judged entrant
  std::string refusal = {};               // reason why the entrant was not timed; empty: it was
};

struct SecondsAtGoal {
  std::size_t goal = 0;
  std::vector<SecondsOf> entrants = {};  // times of the entrants, starting with the judged entrant
  std::optional<double> noise = {};      // relative difference from a repeat run; none: not measured
  bool is_fit = false;                   // whether the machine was quiet enough for verdicts
};

/// Measures times at 1e-6, or at the strictest accuracy above that at which the entrant has a cost, one arena after the
/// other in this thread. It times the entrant, the representatives of the families, and the entrants from --with. There
/// are stopping points between slices.
std::vector<SecondsAtGoal> timed_at_equal_accuracy(const Standings& standings, std::size_t judged);

}  // namespace plumb
