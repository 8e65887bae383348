#include "problems/spatial-slider-crank/exact_spatial_slider_crank.hpp"

#include <numbers>

#include "numerics/lu.hpp"

namespace plumb {
namespace {

using Vector = so3::Vector<quad>;

const quad gravity("9.81"), least_speed("1e-5");  // m/s², m/s
const Vector weight_per_mass(0, 0, -gravity), along(1, 0, 0);

template <class X>
Vec<X, 3> pin_of(const X& t) {
  using std::cos, std::sin;
  const X theta = 2 * std::numbers::pi_v<quad> * t;
  return {X(0), quad(10) / 100 + quad(8) / 100 * sin(theta), quad(12) / 100 + quad(8) / 100 * cos(theta)};
}

struct Poses {
  template <class X>
  std::array<Pose<X>, 3> operator()(const X& t) const {
    using std::atan2, std::sqrt;
    const quad length = quad(3) / 10;
    const Vec<X, 3> pin = pin_of(t), axis(X(0), X(quad(10) / 100), X(quad(12) / 100));
    const Vec<X, 3> end(sqrt(length * length - pin[1] * pin[1] - pin[2] * pin[2]), X(0), X(0));
    Vec<X, 3> rod, middle;
    for (int i = 0; i < 3; ++i) {
      rod[i] = (end[i] - pin[i]) / length;
      middle[i] = (end[i] + pin[i]) / 2;
    }
    const X twist = atan2(rod[1], -rod[2]);
    const X crank_angle = std::numbers::pi_v<quad> * (quad(1) / 2 - 2 * t);
    return {{{axis, turn_about(0, crank_angle)},
             {middle, so3::product(shortest_turn(0, rod), turn_about(0, twist))},
             {end, turn_about(1, X(std::numbers::pi_v<quad> / 2))}}};
  }
};

// The joint in C for a given friction.
struct End {
  Vector force;
  quad torque;  // T

  /// N along z.
  quad normal(const quad& slider_mass) const { return -force[2] - slider_mass * weight_per_mass[2]; }
};

class Rod {
 public:
  explicit Rod(const quad& t)
      : bodies(spatial_slider_crank_at(t)), pin(pin_of(t)), end(bodies[2].r), mass(spatial_slider_crank_masses()[1]) {
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
  Vector across, pull, moment;  // n; m (r'' − g); the right-hand side
};

// −μ |N| sign(x') where N depends on it linearly; of two solutions that with less friction.
quad friction_of(const Rod& rod, const quad& mu) {
  const quad speed = rod.bodies[2].velocity[0], slider_mass = spatial_slider_crank_masses()[2];
  if (mu == 0 || abs(speed) < least_speed) return 0;
  const quad normal = rod.carried(0).normal(slider_mass), slope = rod.carried(1).normal(slider_mass) - normal;
  const quad sign = speed > 0 ? 1 : -1;
  for (const int side : {1, -1}) {  // of N
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

DrivenBodies<3> spatial_slider_crank_at(const quad& t) { return driven_bodies<3>(Poses(), t); }

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
