#include "problems/four-link/exact_four_link.hpp"

#include "numerics/lu.hpp"
#include "problems/four-link/four_link_poses.hpp"

namespace plumb {
namespace {

using Vector = so3::Vector<quad>;

const Vector weight_per_mass(0, 0, -quad("9.81")), pivot(-4, -quad("8.5"), 0), x_axis(1, 0, 0);
const FourLinkPoses<quad> poses;
const quad length2 = poses.length2, across_y = poses.across_y, across_z = poses.across_z;

// Returns m (r'' − g), the sum of the joint forces on a body.
Vector pull_on(const DrivenBody<>& body, const quad& mass) { return mass * (body.acceleration - weight_per_mass); }

}  // namespace

std::array<quad, 3> four_link_masses() { return {quad(2), quad(1), quad(1)}; }
std::array<Vector, 3> four_link_moments() {
  return {Vector(4, 2, 2), Vector(quad("12.4"), quad("0.1"), quad("12.4")),
          Vector(quad("4.54"), quad("0.01"), quad("4.54"))};
}

DrivenBodies<3> four_link_at(const quad& t) { return driven_bodies<3>(poses, t); }

ExactMotion four_link_motion() {
  return [](const quad& t) { return configuration<3>(four_link_at(t)); };
}

FourLinkReactions four_link_reactions(const quad& t) {
  const auto bodies = four_link_at(t);
  const auto& [rotor, link2, link3] = bodies;
  const auto masses = four_link_masses();
  const auto moments = four_link_moments();
  const Vector b = rotor.turned({-2, 0, 0}), c = link2.turned({0, -length2 / 2, 0}) + link2.r;
  const Vector n = rotor.turned({0, across_y, across_z}).cross(link2.turned({0, 0, 1}));
  const Vector pull2 = pull_on(link2, masses[1]), pull3 = pull_on(link3, masses[2]);
  const Vector moment2 = link2.torque(moments[1]) - (b - link2.r).cross(pull2);
  const Vector moment3 = link3.torque(moments[2]) - (pivot - link3.r).cross(pull3);

  Lu<quad, 4> matrix(4);
  for (int j = 0; j < 3; ++j) {
    const Vector force = Vector::Unit(j), lever2 = (b - c).cross(force), lever3 = (c - pivot).cross(force);
    for (int i = 0; i < 3; ++i) matrix.matrix(i, j) = lever2[i];
    matrix.matrix(3, j) = lever3[1];
  }
  for (int i = 0; i < 3; ++i) matrix.matrix(i, 3) = n[i];
  matrix.matrix(3, 3) = 0;
  Vec<quad, 4> x(moment2[0], moment2[1], moment2[2], moment3[1]);
  matrix.factor();
  matrix.solve(x);

  FourLinkReactions out;
  out.end = x.head<3>();
  out.pin_torque = x[3] * n;
  out.pin = pull2 + out.end;
  out.pivot = pull3 - out.end;
  out.pivot_torque = moment3 - (c - pivot).cross(out.end);
  out.bearing = out.pin + pull_on(rotor, masses[0]);
  const Vector torque = rotor.torque(moments[0]) + b.cross(out.pin) + out.pin_torque;
  out.driver = torque[0];
  out.bearing_torque = torque - out.driver * x_axis;
  return out;
}

}  // namespace plumb
