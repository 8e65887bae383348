#pragma once
// Pictures of mechanisms, made from the points at which joints and springs hold their bodies.

#include <functional>

#include "problems/drawing.hpp"
#include "problems/mbs/mechanism.hpp"

namespace plumb {

/// The drawing of a mechanism whose coordinates q are (r, e), body by body: a bar or an outline through the points of
/// every body at which something is tied to it or of which an output tells the place; a body with one such point is a
/// bar about its centre of mass, one with none a box of its inertia. Of what has shapes these are drawn in the place of
/// outlines and boxes. Springs, joints that keep a distance, bearings and guides of the ground; points of outputs leave
/// trails. Upwards is what the mechanism says, else against gravity that is along an axis, else z.
MotionDrawing mechanism_drawing(std::function<mbs::Mechanism(const Parameters&)> mechanism);

}  // namespace plumb
