#pragma once
// `plumb run --animate`: a motion as an animated SVG (SMIL) that needs nothing but a browser.

#include <filesystem>
#include <string>

#include "harness/cli/film.hpp"
#include "harness/run/run_result.hpp"

namespace plumb {

/// Seconds of the motion that pass in a second of the picture: 1 where it lasts 2 to 30 s, else 1, 2 or 5 times a power
/// of ten, so that it lasts 4 to 10 s.
double playing_speed(double seconds);

/// The picture of a film of at least two frames, with a line of text below. Attributes of the root tell the scale:
/// data-unit, pixels to the drawing's unit, and data-origin, the place of the problem's origin.
std::string animated_svg(const Film& film, const std::string& caption);

/// The first frame of such a film, alone.
std::string still_svg(const Film& film);

/// The line for a cell: problem, formulation, method and settings.
std::string caption_of(const ResolvedCell& cell);

/// Fails as `write_animation` would, before anything has run: the file is there and no animation, or not called .svg
/// (UsageError), or its folder cannot be written to.
void check_animation_file(const std::filesystem::path& file);

/// An animation that is there is replaced; of a run with fewer than two states nothing is written. Throws UsageError if
/// the file is another, std::runtime_error if it cannot be written.
void write_animation(const std::filesystem::path& file, const ResolvedCell& cell, const RunResult& result,
                     const SampledStates& states, const std::string& caption);

}  // namespace plumb
