#pragma once
// `plumb run --animate` writes a motion as an animated SVG (SMIL); any browser can show it.

#include <filesystem>
#include <string>

#include "harness/cli/film.hpp"
#include "harness/run/run_result.hpp"

namespace plumb {

/// Returns the seconds of the motion that pass in a second of the picture. It is 1 if the motion lasts 2 to 30 s.
/// Otherwise it is 1, 2 or 5 times a power of ten, so that the picture lasts 4 to 10 s.
double playing_speed(double seconds);

/// Returns the picture of a film of at least two frames, with a line of text below. Attributes of the root element have
/// the scale: data-unit is the number of pixels for the drawing's unit, data-origin the position of the problem's
/// origin.
std::string animated_svg(const Film& film, const std::string& caption);

/// Returns only the first frame of a film.
std::string still_svg(const Film& film);

/// Returns the line for a cell: problem, formulation, method and settings.
std::string caption_of(const ResolvedCell& cell);

/// Throws the errors of `write_animation` before the runs: if the file exists and is not an animation, if its
/// extension is not .svg (UsageError), or if its folder is not writable.
void check_animation_file(const std::filesystem::path& file);

/// Writes the animation, and replaces an existing animation. It writes nothing for a run with fewer than two states.
/// Throws UsageError if the file is of another kind, std::runtime_error if it cannot be written.
void write_animation(const std::filesystem::path& file, const ResolvedCell& cell, const RunResult& result,
                     const SampledStates& states, const std::string& caption);

}  // namespace plumb
