#pragma once
// A film has the frames of a picture of a motion: strokes of the problem's drawing at sampled times.

#include <cstdint>
#include <vector>

#include "harness/cell/resolved_cell.hpp"
#include "harness/run/sampled_states.hpp"

namespace plumb {

struct Film {
  View view = View::plane;
  DrawnPoint up = DrawnPoint::UnitZ();            // upward direction in space, of any length except 0
  std::vector<double> t = {};                     // times, ascending from 0 [s]
  std::vector<std::vector<Stroke>> strokes = {};  // strokes of each time, equally many with equally many points
};

/// Returns whether the cell's problem has a drawing.
bool has_picture(const ResolvedCell& cell);

/// Returns a line that names the cell's problem, which has no drawing, and the problems that have one.
std::string without_picture(const ResolvedCell& cell);

/// Returns the number of states, equidistant in time, from which the frames of a film are chosen: every step, if memory
/// allows.
std::int64_t states_for_film(const ResolvedCell& cell);

/// Chooses states as frames, including the first and the last. Between two frames all points of the drawing move
/// straight at constant speed, within a fifth of a pixel on a page. If this needs too many frames for a file, it
/// chooses the states that improve the picture most. The film ends before the first state that is not finite.
Film film_of(const ResolvedCell& cell, const SampledStates& states);

/// Returns two equal frames of a problem with its default data at its beginning. There are none if it has no drawing.
Film still_of(const Problem& problem);

}  // namespace plumb
