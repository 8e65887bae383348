#pragma once
// Boxes, cylinders and spheres as lines.

#include "problems/drawing.hpp"
#include "problems/mbs/mechanism.hpp"

namespace plumb {

struct ShapeLine {
  std::vector<DrawnPoint> points;
  bool closed = true;
};

/// The edges of a shape in its own frame, `size` as mbs::Shape has it; of what is round, some circles. Nothing of a
/// point, and of what has no size.
std::vector<ShapeLine> lines_of(mbs::ShapeKind kind, const DrawnPoint& size);

}  // namespace plumb
