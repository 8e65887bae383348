#pragma once
// The frames of a picture of a motion: strokes of the problem's drawing at sampled times.

#include <cstdint>
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

/// How many states of a motion, equidistant in time, a film is to be chosen from: every step where these are few, and
/// no more than memory has room for.
std::int64_t states_for_film(const ResolvedCell& cell);

/// Those of the states, the first and the last among them, between which all points of the drawing go straight on with
/// constant speed, but for a fifth of a pixel on a page; fewer where that would be too many for a file, and then those
/// by which most is gained. It ends before the first state that is not finite.
Film film_of(const ResolvedCell& cell, const SampledStates& states);

/// Two equal frames: a problem with its default data at its beginning. Without frames: it has no drawing.
Film still_of(const Problem& problem);

}  // namespace plumb
