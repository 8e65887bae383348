#pragma once
// Drawings of mechanisms, constructed from the points at which joints and springs act on their bodies.

#include <functional>

#include "problems/drawing.hpp"
#include "problems/mbs/mechanism.hpp"

namespace plumb {

/// Returns the drawing of a mechanism with the coordinates (r, e) of each body. A body with shapes is drawn by its
/// shapes. Other bodies are bars or outlines through their attachment points and output points; a body with one point
/// is a bar about its centre of mass, a body without points a box of equal inertia. The drawing contains springs,
/// joints that keep a distance, and bearings and guides of the ground. Output points leave trails. The upward direction
/// is given by the mechanism; otherwise it is opposite to gravity if gravity is along an axis, else z.
MotionDrawing mechanism_drawing(std::function<mbs::Mechanism(const Parameters&)> mechanism);

}  // namespace plumb
