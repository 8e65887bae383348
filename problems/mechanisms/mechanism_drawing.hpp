#pragma once
// Drawings of mechanisms, constructed from the points at which joints and springs act on their bodies.

#include <functional>

#include "problems/drawing.hpp"
#include "problems/mbs/mechanism.hpp"

namespace plumb {

/// Returns the drawing of a mechanism as a function of (r, e) of each body. It contains:
///   - bodies, represented by their shapes. A body without shapes is a bar or outline through its attachment points and
///     output points; with one such point a bar about its centre of mass, without any a box of equal inertia;
///   - springs, distance joints, and bearings and guides of the ground;
///   - trails of the output points;
///   - the upward direction: Mechanism::up; if unset, opposite to gravity if gravity is along an axis, else z.
MotionDrawing mechanism_drawing(std::function<mbs::Mechanism(const Parameters&)> mechanism);

}  // namespace plumb
