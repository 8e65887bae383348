#include "problems/spatial-slider-crank/exact_spatial_slider_crank.hpp"

#include "numerics/lu.hpp"
#include "problems/spatial-slider-crank/spatial_slider_crank_poses.hpp"

namespace plumb {
namespace {

using Vector = so3::Vector<quad>;

const quad gravity("9.81"), least_speed("1e-5");  // m/s², m/s
const Vector weight_per_mass(0, 0, -gravity), along(1, 0, 0);

const SpatialSliderCrankPoses<quad> poses;

// Force F and torque T of the joint at C, for a given friction.
struct End {
  Vector force;
  quad torque;  // torque T about n

  /// Returns N, the reaction of the guide along z.
  quad normal(const quad& slider_mass) const { return -force[2] - slider_mass * weight_per_mass[2]; }
};

class Rod {
 public:
  explicit Rod(const quad& t)
      : bodies(spatial_slider_crank_at(t)),
        pin(poses.pin(t)),
        end(bodies[2].r),
        mass(spatial_slider_crank_masses()[1]) {
    const auto& rod = bodies[1];
    across = rod.turned({0, 1, 0}).cross(along);
    pull = mass * (rod.acceleration - weight_per_mass);
    moment = rod.torque(spatial_slider_crank_moments()[1]) - (pin - rod.r).cross(pull);
  }

  End carried(const quad& friction) const {
    const quad along_x = spatial_slider_crank_masses()[2] * bodies[2].acceleration[0] - friction;
    const Vector lever = pin - end;
    Lu<quad, 3> matrix(3);
    const Vector by_y = lever.cross(Vector(0, 1, 0)), by_z = lever.cross(Vector(0, 0, 1));
    for (int i = 0; i < 3; ++i) {
      matrix.matrix(i, 0) = by_y[i];
      matrix.matrix(i, 1) = by_z[i];
      matrix.matrix(i, 2) = -across[i];
    }
    Vector x = moment - along_x * lever.cross(along);
    matrix.factor();
    matrix.solve(x);
    return {{along_x, x[0], x[1]}, x[2]};
  }

  DrivenBodies<3> bodies;
  Vector pin, end;
  quad mass;
  Vector across, pull, moment;  // vector n; m (r'' − g); right-hand side
};

// Solves f = −μ |N(f)| sign(x') for the friction f, where N is linear in f. Of two solutions, returns the smaller.
quad friction_of(const Rod& rod, const quad& mu) {
  const quad speed = rod.bodies[2].velocity[0], slider_mass = spatial_slider_crank_masses()[2];
  if (mu == 0 || abs(speed) < least_speed) return 0;
  const quad normal = rod.carried(0).normal(slider_mass), slope = rod.carried(1).normal(slider_mass) - normal;
  const quad sign = speed > 0 ? 1 : -1;
  for (const int side : {1, -1}) {  // sign of N
    const quad friction = -mu * sign * side * normal / (1 + mu * sign * side * slope);
    if (side * (normal + slope * friction) >= 0) return friction;
  }
  return std::numeric_limits<quad>::quiet_NaN();
}

}  // namespace

std::array<quad, 3> spatial_slider_crank_masses() { return {quad("0.12"), quad("0.5"), quad(2)}; }
std::array<Vector, 3> spatial_slider_crank_moments() {
  const quad small("1e-4"), smallest("1e-5");
  return {Vector(small, smallest, small), Vector(quad("4e-3"), quad("4e-4"), quad("4e-3")),
          Vector(small, small, small)};
}

DrivenBodies<3> spatial_slider_crank_at(const quad& t) { return driven_bodies<3>(poses, t); }

ExactMotion spatial_slider_crank_motion() {
  return [](const quad& t) { return configuration<3>(spatial_slider_crank_at(t)); };
}

SpatialSliderCrankReactions spatial_slider_crank_reactions(const quad& t, const quad& mu) {
  const Rod rod(t);
  const auto masses = spatial_slider_crank_masses();
  SpatialSliderCrankReactions out;
  out.friction = friction_of(rod, mu);
  const End end = rod.carried(out.friction);
  out.end = end.force;
  out.end_torque = end.torque * rod.across;
  out.pin = rod.pull + end.force;
  const auto& [crank, bar, slider] = rod.bodies;
  out.guide = masses[2] * (slider.acceleration - weight_per_mass) - out.end - out.friction * along;
  out.guide_torque = -out.end_torque;
  out.bearing = out.pin - masses[0] * weight_per_mass;
  const Vector torque = crank.torque(spatial_slider_crank_moments()[0]) + (rod.pin - crank.r).cross(out.pin);
  out.driver = torque[0];
  out.bearing_torque = torque - out.driver * along;
  return out;
}

}  // namespace plumb
