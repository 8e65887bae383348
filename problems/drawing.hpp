#pragma once
// The content of a problem's picture: lines through points of its bodies and of the ground, at one configuration.

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "contract/parameters.hpp"
#include "numerics/scalar.hpp"

namespace plumb {

using DrawnPoint = Vec<double, 3>;  // coordinates [m], or in the problem's own unit

/// The kind of a stroke:
///   - body, ground: a part of a body, or of the ground;
///   - trail: a point of a body whose path is plotted;
///   - upwards: the upward direction, from the first point to the second; not plotted itself;
///   - spring: between two points;
///   - link: a massless rod of constant length between two points.
enum class StrokeKind { body, ground, trail, upwards, spring, link };

/// A line through points, the outline of an area, or a single point.
struct Stroke {
  std::string body;  // body, spring or link, which determines the colour; empty: ground
  std::vector<DrawnPoint> points = {};
  StrokeKind kind = StrokeKind::body;
  bool closed = false;  // whether the stroke is an outline
  bool bends = false;   // whether the line bends between its points, which are not joints
};

/// The direction of view. A plane is seen from the front, with x to the right and y up. Space is seen obliquely from
/// above; z points upwards unless a stroke of the kind `upwards` is given.
enum class View { plane, space };

/// `strokes` returns the strokes of the configuration q at time t [s]; empty function: the problem has no picture. The
/// number of strokes, and of points of each stroke, must be constant in time. `coordinates` names the coordinates of q:
/// Formulation::coordinates, or for problems that embed minimal coordinates (Model::embed) the embedding coordinates.
struct MotionDrawing {
  using Strokes = std::function<std::vector<Stroke>(const Parameters&, std::string_view coordinates, double t,
                                                    const Vec<double>& q)>;
  View view = View::plane;
  Strokes strokes = {};
};

inline DrawnPoint in_plane(double x, double y) { return {x, y, 0}; }

inline Stroke bar(std::string body, std::vector<DrawnPoint> points) { return {std::move(body), std::move(points)}; }
inline Stroke bent_bar(std::string body, std::vector<DrawnPoint> points) {
  return {.body = std::move(body), .points = std::move(points), .bends = true};
}
inline Stroke outline(std::string body, std::vector<DrawnPoint> points) {
  return {std::move(body), std::move(points), StrokeKind::body, true};
}
/// A point, for example a point mass.
inline Stroke dot(std::string body, const DrawnPoint& position) { return {std::move(body), {position}}; }
inline Stroke trail(std::string body, const DrawnPoint& position) {
  return {std::move(body), {position}, StrokeKind::trail};
}
/// A spring is drawn as a zigzag from one end to the other.
inline Stroke spring(std::string name, const DrawnPoint& from, const DrawnPoint& to) {
  return {std::move(name), {from, to}, StrokeKind::spring};
}
/// A rod without mass.
inline Stroke link(std::string name, const DrawnPoint& from, const DrawnPoint& to) {
  return {std::move(name), {from, to}, StrokeKind::link};
}
/// The upward direction, a vector of any nonzero length.
inline Stroke upwards(const DrawnPoint& direction) {
  return {{}, {DrawnPoint::Zero(), direction}, StrokeKind::upwards};
}
/// A part of the ground: one point is a bearing, several points are a guide.
inline Stroke on_ground(std::vector<DrawnPoint> points) { return {{}, std::move(points), StrokeKind::ground}; }

}  // namespace plumb
