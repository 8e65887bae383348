#pragma once
// Where the points of a film lie on its page, in pixels.

#include <string>
#include <vector>

#include "harness/cli/film.hpp"

namespace plumb {

using Pixel = Vec<double, 2>;  // to the right, down

class PageOfFilm {
 public:
  explicit PageOfFilm(const Film& film);

  Pixel at(const DrawnPoint& point) const;
  double width() const { return width_; }
  double height() const { return height_; }
  /// Pixels to the unit of the drawing.
  double scale() const { return scale_; }
  /// Lines of a grid in the lowest plane across z that the film comes to; none of a plane.
  const std::vector<std::vector<DrawnPoint>>& floor() const { return floor_; }
  /// Arrows x, y, z in a corner of the floor, as long as its squares.
  const std::vector<std::vector<DrawnPoint>>& axes() const { return axes_; }

 private:
  void lay_floor(const Film& film);
  void fit(const Film& film);

  View view_;
  double width_ = 0, height_ = 0, scale_ = 1;
  Pixel origin_ = Pixel::Zero();
  std::vector<std::vector<DrawnPoint>> floor_, axes_;
};

}  // namespace plumb
