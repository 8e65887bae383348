#include "problems/mechanisms/shape_lines.hpp"

#include <cmath>
#include <numbers>

namespace plumb {
namespace {

// Returns a polygon that approximates the ellipse with the semi-axes x and y around a point.
Outline circle(const DrawnPoint& middle, const DrawnPoint& x, const DrawnPoint& y) {
  constexpr int corners = 16;
  Outline out;
  for (int i = 0; i < corners; ++i) {
    const double angle = 2 * std::numbers::pi * i / corners;
    out.push_back(middle + std::cos(angle) * x + std::sin(angle) * y);
  }
  return out;
}

std::vector<Outline> box(const DrawnPoint& half) {
  const auto corner = [&](double x, double y, double z) { return DrawnPoint(x * half[0], y * half[1], z * half[2]); };
  std::vector<Outline> out;
  for (const double x : {-1., 1.})
    out.push_back({corner(x, -1, -1), corner(x, 1, -1), corner(x, 1, 1), corner(x, -1, 1)});
  for (const double y : {-1., 1.})
    out.push_back({corner(-1, y, -1), corner(1, y, -1), corner(1, y, 1), corner(-1, y, 1)});
  return out;
}

std::vector<Outline> cylinder(double radius, double half) {
  const DrawnPoint x = radius * DrawnPoint::UnitX(), y = radius * DrawnPoint::UnitY(), z = half * DrawnPoint::UnitZ();
  std::vector<Outline> out = {circle(-z, x, y), circle(z, x, y)};
  for (const DrawnPoint& side : {x, y}) out.push_back({-side - z, side - z, side + z, -side + z});  // axial sections
  return out;
}

std::vector<Outline> sphere(double radius) {
  const DrawnPoint x = radius * DrawnPoint::UnitX(), y = radius * DrawnPoint::UnitY(), z = radius * DrawnPoint::UnitZ();
  const DrawnPoint middle = DrawnPoint::Zero();
  return {circle(middle, x, y), circle(middle, y, z), circle(middle, z, x)};
}

}  // namespace

std::vector<Outline> outlines_of(mbs::ShapeKind kind, const DrawnPoint& size) {
  if (kind == mbs::ShapeKind::point || !(size[0] > 0)) return {};
  switch (kind) {
    case mbs::ShapeKind::box: return box(size / 2);
    case mbs::ShapeKind::cylinder: return cylinder(size[0], size[1] / 2);
    default: return sphere(size[0]);
  }
}

}  // namespace plumb
