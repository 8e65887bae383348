#pragma once
// CPU times at equal accuracy: the judged entrant and the best method of each family, measured in alternating slices
// (harness/timing).

#include <optional>
#include <vector>

#include "harness/compare/standings.hpp"
#include "harness/timing/standing.hpp"

namespace plumb {

/// The time of one entrant.
struct SecondsOf {
  std::size_t entrant = 0;                // index of the entrant
  std::optional<double> seconds = {};     // CPU time to reach the accuracy of the goal, interpolated between runs [s]
  Standing standing = Standing::unknown;  // whether faster or slower than the judged entrant
  std::string refusal = {};               // reason why the entrant was not timed; empty: timed
};

struct SecondsAtGoal {
  std::size_t goal = 0;                  // index of the goal in Standings::goals()
  std::vector<SecondsOf> entrants = {};  // times of the entrants, starting with the judged entrant
  std::optional<double> noise = {};      // noise of the machine: relative change of a repeated time; none: not measured
  bool is_fit = false;                   // whether the machine was quiet enough for verdicts
};

/// Measures times in each arena, one after the other in this thread, at the accuracy 1e-6, or at the strictest coarser
/// accuracy at which the judged entrant has a cost. Times the judged entrant, the other entrants named by the user, and
/// the representatives of the families. Has stopping points between slices.
std::vector<SecondsAtGoal> timed_at_equal_accuracy(const Standings& standings, std::size_t judged);

}  // namespace plumb
