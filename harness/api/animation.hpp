#pragma once
// `plumb run --animate` writes a motion as an animated SVG (SMIL); any browser can show it.

#include <filesystem>
#include <string>

#include "harness/api/film.hpp"
#include "harness/run/run_result.hpp"

namespace plumb {

/// Returns the playing speed: seconds of the motion per second of the animation. It is 1 if the motion lasts 2 to 30 s.
/// Otherwise it is 1, 2 or 5 times a power of ten, so that the animation lasts 4 to 10 s.
double playing_speed(double seconds);

/// Returns the animated SVG of a film of at least two frames, with the caption below it. The root element has the scale
/// as attributes: data-unit is the number of pixels per unit of length, data-origin the position of the coordinate
/// origin [px].
std::string animated_svg(const Film& film, const std::string& caption);

/// Returns an SVG of the first frame of a film.
std::string still_svg(const Film& film);

/// Returns the caption for a cell: problem, formulation, method and settings.
std::string caption_of(const ResolvedCell& cell);

/// Throws the errors of `write_animation` before the runs: if the file exists and is not an animation, if its
/// extension is not .svg (UsageError), or if its folder is not writable.
void check_animation_file(const std::filesystem::path& file);

/// Writes the animation, and replaces an existing animation. Writes no file for a run with fewer than two states.
/// Throws UsageError if the file exists and is not an animation, std::runtime_error if it cannot be written.
void write_animation(const std::filesystem::path& file, const ResolvedCell& cell, const RunResult& result,
                     const SampledStates& states, const std::string& caption);

}  // namespace plumb
