#pragma once
// A page of a film says where its points lie, in pixels.

#include <Eigen/Geometry>
#include <string>
#include <vector>

#include "harness/cli/film.hpp"

namespace plumb {

using Pixel = Vec<double, 2>;  // to the right, down
/// Turns directions of the film into those of its picture: towards the viewer, to the right, up.
using Stage = Mat<double, 3>;

class PageOfFilm {
 public:
  explicit PageOfFilm(const Film& film);

  Pixel at(const DrawnPoint& point) const;
  double width() const { return width_; }
  double height() const { return height_; }
  /// Returns the pixels for the unit of the drawing.
  double scale() const { return scale_; }
  /// Returns the lines of a grid, in the lowest plane across the upward direction that the film reaches. A plane has
  /// none.
  const std::vector<std::vector<DrawnPoint>>& floor() const { return floor_; }
  /// Returns arrows x, y, z in a corner of the floor, as long as its squares.
  const std::vector<std::vector<DrawnPoint>>& axes() const { return axes_; }

 private:
  /// Chooses the stage, so that long things are seen from the side.
  void turn(const Film& film);
  Eigen::AlignedBox3d extent(const Film& film) const;  // on the stage
  void lay_floor(const Film& film);
  void fit(const Film& film);

  View view_;
  Stage stage_ = Stage::Identity();
  double width_ = 0, height_ = 0, scale_ = 1;
  Pixel origin_ = Pixel::Zero();
  std::vector<std::vector<DrawnPoint>> floor_, axes_;
};

/// Returns a spring from one end to the other: straight leads at both ends, and a zigzag of turns between them. The
/// number of turns is the same at every time: `longest`, the greatest distance of its ends, decides how many and how
/// wide they are.
std::vector<Pixel> zigzag(const Pixel& from, const Pixel& to, double longest);

}  // namespace plumb
