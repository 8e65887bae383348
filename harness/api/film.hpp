#pragma once
// A film is the data of an animated drawing of a motion: the strokes of the problem's drawing (problems/drawing.hpp) at
// chosen times, the frames.

#include <Eigen/Geometry>
#include <cstdint>
#include <string>
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

using Pixel = Vec<double, 2>;  // pixel coordinates: right, down
/// Rotation from the coordinates of the film to the coordinates of the view. Rows: towards the viewer, to the right,
/// up.
using Stage = Mat<double, 3>;

/// Maps the points of a film to pixels of a page.
class PageOfFilm {
 public:
  /// Chooses the view, the scale and the size of the page, so that all frames fit.
  explicit PageOfFilm(const Film& film);

  Pixel at(const DrawnPoint& point) const;
  double width() const { return width_; }
  double height() const { return height_; }
  /// Returns the number of pixels per unit of length.
  double scale() const { return scale_; }
  /// Returns the lines of a square grid in the lowest horizontal plane of the film. Empty for a plane problem.
  const std::vector<std::vector<DrawnPoint>>& floor() const { return floor_; }
  /// Returns the axes x, y, z at a corner of the floor, as long as a side of its squares.
  const std::vector<std::vector<DrawnPoint>>& axes() const { return axes_; }

 private:
  /// Sets `stage_` so that slender drawings are viewed from the side.
  void turn(const Film& film);
  Eigen::AlignedBox3d extent(const Film& film) const;  // bounding box in the coordinates of the view
  void lay_floor(const Film& film);
  void fit(const Film& film);

  View view_;
  Stage stage_ = Stage::Identity();
  double width_ = 0, height_ = 0, scale_ = 1;
  Pixel origin_ = Pixel::Zero();
  std::vector<std::vector<DrawnPoint>> floor_, axes_;
};

/// Returns the polyline of a spring between two points: straight leads at both ends, and a zigzag between them.
/// `longest` is the largest length of the spring [px] over the film. It determines number and width of the turns, so
/// that they are equal in all frames.
std::vector<Pixel> zigzag(const Pixel& from, const Pixel& to, double longest);

}  // namespace plumb
