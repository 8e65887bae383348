#pragma once
// The frames of a picture of a motion: strokes of the problem's drawing at sampled times.

#include <vector>

#include "harness/cell/resolved_cell.hpp"
#include "harness/run/sampled_states.hpp"

namespace plumb {

struct Film {
  View view = View::plane;
  DrawnPoint up = DrawnPoint::UnitZ();            // of space, of any length but 0
  std::vector<double> t = {};                     // s, ascending from 0
  std::vector<std::vector<Stroke>> strokes = {};  // of each time: as many, with as many points each
};

/// Throws UsageError if the cell's problem has no drawing; the message names those that have.
void require_drawing(const ResolvedCell& cell);

/// At most `most_frames` of the states, nearly equidistant in time, the first and the last among them; fewer of bodies
/// with many points. It ends before the first state that is not finite.
Film film_of(const ResolvedCell& cell, const SampledStates& states, std::size_t most_frames);

}  // namespace plumb
