#pragma once
// A film is the data of an animated drawing of a motion: the strokes of the problem's drawing (problems/drawing.hpp) at
// chosen times, the frames.

#include <cstdint>
#include <vector>

#include "harness/cell/resolved_cell.hpp"
#include "harness/run/sampled_states.hpp"

namespace plumb {

struct Film {
  View view = View::plane;
  DrawnPoint up = DrawnPoint::UnitZ();            // upward direction in space, of any length except 0
  std::vector<double> t = {};                     // times of the frames [s], ascending
  std::vector<std::vector<Stroke>> strokes = {};  // strokes of each frame, equally many with equally many points
};

/// Returns whether the cell's problem has a drawing.
bool has_picture(const ResolvedCell& cell);

/// Returns the message that the problem of the cell has no drawing, with the problems that have one.
std::string without_picture(const ResolvedCell& cell);

/// Returns the number of equidistant states that a run should sample, so that frames can be chosen from them: one for
/// each step, or fewer to save memory.
std::int64_t states_for_film(const ResolvedCell& cell);

/// Chooses frames from the states, including the first and the last. Between two frames, linear interpolation of all
/// points of the drawing must be accurate to a fifth of a pixel. If this needs too many frames for a file, the states
/// that reduce the largest deviation are chosen first. The film ends before the first state that is not finite.
Film film_of(const ResolvedCell& cell, const SampledStates& states);

/// Returns a film of two equal frames: the problem with default data at its initial time. No frames if it has no
/// drawing.
Film still_of(const Problem& problem);

}  // namespace plumb
