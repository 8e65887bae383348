#include "problems/spinning-top/spinning_top.hpp"

#include "problems/adapters/constrained.hpp"
#include "problems/adapters/minimal.hpp"
#include "problems/registration.hpp"
#include "problems/spinning-top/exact_spinning_top.hpp"
#include "problems/spinning-top/top_in_space.hpp"

namespace plumb {
namespace {

// Returns the quaternion of a rotation by `angle` about axis i of the body; as a right factor it follows the rotations
// on its left.
template <class T>
so3::Quaternion<T> about(int i, const T& angle) {
  using std::cos, std::sin;
  auto out = zeros<so3::Quaternion<T>>();
  out[0] = cos(angle / 2);
  out[1 + i] = sin(angle / 2);
  return out;
}

// Computes (x, quaternion) and (x', ω) from ZXZ Euler angles.
template <class T>
Configuration<T> in_space(const T& length, const Configuration<T>& minimal) {
  using std::cos, std::sin;
  const auto &q = minimal.q, &v = minimal.v;
  const T tilt = sin(q[1]), c = cos(q[2]), s = sin(q[2]);
  const so3::Quaternion<T> attitude = so3::product(so3::product(about(2, q[0]), about(0, q[1])), about(2, q[2]));
  const Vec<T, 3> w(v[0] * tilt * s + v[1] * c, v[0] * tilt * c - v[1] * s, v[2] + v[0] * cos(q[1]));
  const Vec<T, 3> lever(T(0), T(0), length);
  const Mat<T, 3> r = so3::matrix(attitude);
  Configuration<T> out{Vec<T>(7), Vec<T>(6)};
  const Vec<T, 3> lever_rate = w.cross(lever), place = r * lever, rate = r * lever_rate;
  for (int i = 0; i < 3; ++i) {
    out.q[i] = place[i];
    out.v[i] = rate[i];
    out.v[3 + i] = w[i];
  }
  for (int i = 0; i < 4; ++i) out.q[3 + i] = attitude[i];
  return out;
}

template <class T>
AnySystem<T> equations(const Parameters& p, const Formulation& f) {
  if (f.form == Form::ode) return AnySystem<T>(Minimal(spinning_top<T>(p)));
  return AnySystem<T>(Constrained(top_in_space<T>(p), f.form));
}

template <class T>
Configuration<T> start(const Parameters& p) {
  Configuration<T> out{Vec<T>(3), Vec<T>(3)};
  out.q << T(0), p.number<T>("tilt"), T(0);
  out.v << p.number<T>("precession"), p.number<T>("nutation"), p.number<T>("spin");
  return out;
}

template <class T>
Model<T> model() {
  return embedded_model<T>(equations<T>, start<T>,
                           [](const Parameters& p, const Formulation& f, const T&, const Configuration<T>& minimal) {
                             return f.form == Form::ode ? minimal : in_space(p.number<T>("length"), minimal);
                           });
}

// Plots the axis, and a disc around it at the centre of mass.
std::vector<Stroke> strokes(const Parameters& p, std::string_view, double, const Vec<double>& q) {
  constexpr int corners = 24;
  const double length = p.number<double>("length"), radius = length / 2;
  const Mat<double, 3> r = so3::matrix<double>(q.segment<4>(3));
  const auto at = [&](double x, double y, double z) { return DrawnPoint(r * DrawnPoint(x, y, z)); };
  std::vector<DrawnPoint> disc;
  for (int k = 0; k < corners; ++k) {
    const double angle = 2 * std::numbers::pi * k / corners;
    disc.push_back(at(radius * std::cos(angle), radius * std::sin(angle), length));
  }
  const auto tip = at(0, 0, 1.5 * length);
  return {on_ground({DrawnPoint::Zero()}), bar("axis", {at(0, 0, 0), tip}), outline("disc", disc),
          bar("disc", {at(0, 0, length), disc.front()}), trail("axis", tip)};
}

// Returns the model of the top without a formulation in Euler angles.
template <class T>
Model<T> model_in_space() {
  return {.system = equations<T>,
          .initial = same_start<T>([](const Parameters& p) { return in_space(p.number<T>("length"), start<T>(p)); })};
}

ExactMotion motion_in_space(const Parameters& p) {
  return [length = p.number<quad>("length"), angles = spinning_top_motion(p)](const quad& t) {
    return in_space(length, angles(t));
  };
}

std::vector<Output> momenta() {
  return {{"momentum_phi", "N m s", "angular momentum about the vertical"},
          {"momentum_psi", "N m s", "angular momentum about the axis"}};
}

std::vector<Formulation> formulations_in_space() {
  const auto in_space = fixed_parts({part("centre of mass", PartKind::translation, "m", 0, 3),
                                     {"attitude", PartKind::rotation, "-", {3, 4}, {3, 3}}});
  return at_every_level({.name = "rotation-",
                         .meaning = "centre of mass and unit quaternion, velocity and angular velocity in the body",
                         .invariants = momenta(),
                         .coordinates = "space",
                         .parts = in_space});
}

std::vector<Formulation> formulations() {
  std::vector<Formulation> out = {{.name = "ode",
                                   .meaning = "Euler angles (phi, theta, psi)",
                                   .invariants = momenta(),
                                   .coordinates = "minimal",
                                   .parts = fixed_parts({part("Euler angles", PartKind::angle, "rad", 0, 3)})}};
  for (auto& formulation : formulations_in_space()) out.push_back(std::move(formulation));
  return out;
}

}  // namespace

Problem spinning_top_problem() {
  return {
      .name = "spinning-top",
      .title = "Heavy symmetric top about a fixed point",
      .source = "fernandez2024, section 6",
      .t_end = "10",
      .parameters =
          {{"moment_transverse", "5e-5", "kg m^2", "transverse moment of inertia about the fixed point", {}, 1e-300},
           {"moment_axial", "2e-4", "kg m^2", "moment of inertia about the axis", {}, 1e-300},
           {"mass", "0.02", "kg", "mass", {}, 0},
           {"length", "0.05", "m", "from the fixed point to the centre of mass", {}, 0},
           {"gravity", "9.81", "m/s^2", "acceleration of gravity", {}, 0},
           {"tilt", "pi/6", "rad", "initial angle between the axis and the vertical", {}, 1e-6, 3.14159},
           {"precession", "0", "rad/s", "initial rate of phi"},
           {"nutation", "0", "rad/s", "initial rate of theta"},
           {"spin", "4pi", "rad/s", "initial rate of psi"},
           retraction_parameter()},
      .formulations = formulations(),
      .outputs = {{"x", "m", "centre of mass"}, {"y", "m", "centre of mass"}, {"z", "m", "centre of mass, upwards"}},
      .invariants = "energy, and the momenta of phi and psi",
      .in_double = model<double>(),
      .in_long = model<long double>(),
      .in_quad = model<quad>(),
      .in_double_double = model<double_double>().system,
      .reference = {.closed_form = spinning_top_motion},
      .general_data = {{"moment_transverse", "9e-5"}, {"precession", "3"}, {"nutation", "1"}},
      .drawing = {View::space, strokes},
  };
}

// In the papers, the top's axis is e_2 of the body and initially along e_2 of space, with the angular velocity (0, 150,
// -4.61538) rad/s. Here its axis is e_3 of the body, and space is rotated by pi about the vertical. The motion is the
// same.
Problem heavy_top_problem() {
  Problem top = spinning_top_problem();
  top.name = "heavy-top";
  top.title = "The heavy top of Lie group time integration: fast, heavy, horizontal at first";
  top.source = "bruls2010, section 5.1; bruls2012; arnold2015";
  top.t_end = "1";
  const std::map<std::string_view, std::string_view> data = {{"moment_transverse", "15.234375"},
                                                             {"moment_axial", "0.46875"},
                                                             {"mass", "15"},
                                                             {"length", "1"},
                                                             {"gravity", "9.81"},
                                                             {"tilt", "pi/2"},
                                                             {"nutation", "0"},
                                                             {"precession", "-4.61538"},
                                                             {"spin", "150"}};
  for (auto& parameter : top.parameters)
    if (const auto found = data.find(parameter.name); found != data.end())
      parameter.default_value = std::string(found->second);
  top.general_data = {{"precession", "3"}, {"nutation", "1"}, {"spin", "4"}, {"tilt", "1"}};
  // No formulation in Euler angles: the axis passes the vertical at about 1e-6 rad, where they are nearly singular.
  top.formulations = formulations_in_space();
  top.in_double = model_in_space<double>();
  top.in_long = model_in_space<long double>();
  top.in_quad = model_in_space<quad>();
  top.in_double_double = model_in_space<double_double>().system;
  top.reference = {.formulation = top.formulations.front().name, .closed_form = motion_in_space};
  return top;
}

}  // namespace plumb
