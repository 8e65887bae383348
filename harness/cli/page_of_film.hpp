#pragma once
// Where the points of a film lie on its page, in pixels.

#include <Eigen/Geometry>
#include <string>
#include <vector>

#include "harness/cli/film.hpp"

namespace plumb {

using Pixel = Vec<double, 2>;  // to the right, down
/// Turns directions of the film into those of its picture: towards who looks, to the right, up.
using Stage = Mat<double, 3>;

class PageOfFilm {
 public:
  explicit PageOfFilm(const Film& film);

  Pixel at(const DrawnPoint& point) const;
  double width() const { return width_; }
  double height() const { return height_; }
  /// Pixels to the unit of the drawing.
  double scale() const { return scale_; }
  /// Lines of a grid in the lowest plane across what is upwards that the film comes to; none of a plane.
  const std::vector<std::vector<DrawnPoint>>& floor() const { return floor_; }
  /// Arrows x, y, z in a corner of the floor, as long as its squares.
  const std::vector<std::vector<DrawnPoint>>& axes() const { return axes_; }

 private:
  /// Chooses the stage: what is long is seen from its side.
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

/// A spring from one end to the other, as a zigzag of straight leads at both ends and turns across between them, as
/// many at every time: `longest` is the greatest distance of its ends, which says how many and how wide.
std::vector<Pixel> zigzag(const Pixel& from, const Pixel& to, double longest);

}  // namespace plumb
