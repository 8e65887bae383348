#include "problems/four-link/exact_four_link.hpp"

#include <numbers>

#include "numerics/lu.hpp"

namespace plumb {
namespace {

using Vector = so3::Vector<quad>;

const Vector weight_per_mass(0, 0, -quad("9.81")), pivot(-4, -quad("8.5"), 0), x_axis(1, 0, 0);
const quad length2("12.2"), length3("7.4"), across_y("-0.662"), across_z("0.75");

// Of body vectors of the rotor: x_rotor = (0, 0, −1), y_rotor = e_y, z_rotor = e_x before it turns by θ about x.
template <class X>
Vec<X, 3> from_rotor(const X& sine, const X& cosine, const quad& x, const quad& y, const quad& z) {
  return {X(z), y * cosine + x * sine, y * sine - x * cosine};
}

template <class X>
X angle_of_link3(const X& sine, const X& cosine) {
  using std::acos, std::atan2, std::sqrt;
  const quad p = -8 * length3;
  const X q = -4 * length3 * cosine, y = 2 * sine + pivot[1];
  const X r = length2 * length2 - 16 - length3 * length3 - y * y - 4 * cosine * cosine;
  return std::numbers::pi_v<quad> + atan2(-q, X(-p)) - acos(r / sqrt(p * p + q * q));
}

struct Poses {
  template <class X>
  std::array<Pose<X>, 3> operator()(const X& t) const {
    using std::atan2, std::cos, std::sin, std::sqrt;
    const quad pi = std::numbers::pi_v<quad>;
    const X theta = pi * t, sine = sin(theta), cosine = cos(theta), b = angle_of_link3(sine, cosine);
    const Vec<X, 3> pin(X(0), -2 * sine, 2 * cosine);
    const Vec<X, 3> end(pivot[0] + length3 * cos(b), X(pivot[1]), length3 * sin(b));
    Vec<X, 3> y2, middle2, middle3;
    for (int i = 0; i < 3; ++i) {
      y2[i] = (pin[i] - end[i]) / length2;
      middle2[i] = (pin[i] + end[i]) / 2;
      middle3[i] = (end[i] + pivot[i]) / 2;
    }
    const so3::Quaternion<X> lean = shortest_turn(1, y2);
    const Vec<X, 3> u = from_rotor<X>(sine, cosine, 0, across_y, across_z);
    const so3::Quaternion<X> z =
        so3::product(so3::product(so3::conjugate(lean),
                                  so3::Quaternion<X>(X(0), u[1] * y2[2] - u[2] * y2[1], u[2] * y2[0] - u[0] * y2[2],
                                                     u[0] * y2[1] - u[1] * y2[0])),
                     lean);  // u × y_2 as the leaning body sees it: along its third axis after the twist about y_2
    const so3::Quaternion<X> sideways = turn_about(2, X(-pi / 2));
    return {{{constants<X>(Vector(0, 0, 0)), so3::product(turn_about(0, theta), turn_about(1, X(pi / 2)))},
             {middle2, so3::product(lean, turn_about(1, X(atan2(z[1], z[3]))))},
             {middle3, so3::product(sideways, turn_about(0, X(b - pi)))}}};
  }
};

// m (r'' − g): what joints pull a body with.
Vector pull_on(const DrivenBody& body, const quad& mass) { return mass * (body.acceleration - weight_per_mass); }

}  // namespace

std::array<quad, 3> four_link_masses() { return {quad(2), quad(1), quad(1)}; }
std::array<Vector, 3> four_link_moments() {
  return {Vector(4, 2, 2), Vector(quad("12.4"), quad("0.1"), quad("12.4")),
          Vector(quad("4.54"), quad("0.01"), quad("4.54"))};
}

DrivenBodies<3> four_link_at(const quad& t) { return driven_bodies<3>(Poses(), t); }

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
