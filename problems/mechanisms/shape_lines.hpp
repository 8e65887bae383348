#pragma once
// Boxes, cylinders and spheres as lines.

#include "problems/drawing.hpp"
#include "problems/mbs/mechanism.hpp"

namespace plumb {

using Outline = std::vector<DrawnPoint>;

/// Outlines of a shape in its own frame, `size` as mbs::Shape has it; of what is round, some circles. Nothing of a
/// point, and of what has no size.
std::vector<Outline> outlines_of(mbs::ShapeKind kind, const DrawnPoint& size);

}  // namespace plumb
