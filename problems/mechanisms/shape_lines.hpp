#pragma once
// Draws boxes, cylinders and spheres as polylines.

#include "problems/drawing.hpp"
#include "problems/mbs/mechanism.hpp"

namespace plumb {

using Outline = std::vector<DrawnPoint>;

/// Returns the outlines of a shape in its own frame, with `size` as in mbs::Shape; round shapes consist of some
/// circles. Points and shapes of size 0 have no outline.
std::vector<Outline> outlines_of(mbs::ShapeKind kind, const DrawnPoint& size);

}  // namespace plumb
