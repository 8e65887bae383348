#pragma once
// Maps the points of a film to pixels of a page.

#include <Eigen/Geometry>
#include <string>
#include <vector>

#include "harness/api/film.hpp"

namespace plumb {

using Pixel = Vec<double, 2>;  // pixel coordinates: right, down
/// Rotation from the coordinates of the film to the coordinates of the view. Rows: towards the viewer, to the right,
/// up.
using Stage = Mat<double, 3>;

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
