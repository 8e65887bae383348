#pragma once
// Maps the points of a film to pixels of a page.

#include <Eigen/Geometry>
#include <string>
#include <vector>

#include "harness/cli/film.hpp"

namespace plumb {

using Pixel = Vec<double, 2>;  // pixel coordinates: right, down
/// Rotates directions of the film to directions of its picture: towards the viewer, to the right, up.
using Stage = Mat<double, 3>;

class PageOfFilm {
 public:
  explicit PageOfFilm(const Film& film);

  Pixel at(const DrawnPoint& point) const;
  double width() const { return width_; }
  double height() const { return height_; }
  /// Returns the number of pixels for the unit of the drawing.
  double scale() const { return scale_; }
  /// Returns the lines of a grid in the lowest horizontal plane of the film. A plane film has none.
  const std::vector<std::vector<DrawnPoint>>& floor() const { return floor_; }
  /// Returns arrows x, y, z in a corner of the floor, as long as its squares.
  const std::vector<std::vector<DrawnPoint>>& axes() const { return axes_; }

 private:
  /// Chooses the stage so that slender drawings are viewed from the side.
  void turn(const Film& film);
  Eigen::AlignedBox3d extent(const Film& film) const;  // bounding box in the coordinates of the stage
  void lay_floor(const Film& film);
  void fit(const Film& film);

  View view_;
  Stage stage_ = Stage::Identity();
  double width_ = 0, height_ = 0, scale_ = 1;
  Pixel origin_ = Pixel::Zero();
  std::vector<std::vector<DrawnPoint>> floor_, axes_;
};

/// Returns a spring from one end to the other: straight leads at both ends, and a zigzag of turns between them. Number
/// and width of the turns follow from `longest`, the largest distance of the ends, and are the same at every time.
std::vector<Pixel> zigzag(const Pixel& from, const Pixel& to, double longest);

}  // namespace plumb
