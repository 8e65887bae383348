#include "problems/two-link/two_link.hpp"

#include "problems/adapters/constrained.hpp"
#include "problems/adapters/minimal.hpp"
#include "problems/registration.hpp"

namespace plumb {
namespace {

// Computes the absolute coordinates, centres of mass and angles, from the angles.
template <class T>
Configuration<T> cartesian(const TwoLinkData<T>& data, const Configuration<T>& minimal) {
  using std::cos, std::sin;
  const T a = data.length1 / 2, b = data.length2 / 2;
  const T c1 = cos(minimal.q[0]), s1 = sin(minimal.q[0]), c2 = cos(minimal.q[1]), s2 = sin(minimal.q[1]);
  const T w1 = minimal.v[0], w2 = minimal.v[1];
  Configuration<T> out{Vec<T>(6), Vec<T>(6)};
  out.q << a * c1, a * s1, minimal.q[0], 2 * a * c1 + b * c2, 2 * a * s1 + b * s2, minimal.q[1];
  out.v << -a * s1 * w1, a * c1 * w1, w1, -2 * a * s1 * w1 - b * s2 * w2, 2 * a * c1 * w1 + b * c2 * w2, w2;
  return out;
}

template <class T>
Vec<T> pair(const Parameters& p, std::string_view first, std::string_view second) {
  Vec<T> out(2);
  out << p.number<T>(first), p.number<T>(second);
  return out;
}

template <class T>
Model<T> model() {
  return embedded_model<T>(
      [](const Parameters& p, const Formulation& f) {
        if (f.form == Form::ode) return AnySystem<T>(Minimal(TwoLinkAngles<T>(two_link_data<T>(p))));
        return AnySystem<T>(Constrained(TwoLinkCartesian<T>(two_link_data<T>(p)), f.form));
      },
      [](const Parameters& p) {
        return Configuration<T>{pair<T>(p, "angle1", "angle2"), pair<T>(p, "rate1", "rate2")};
      },
      [](const Parameters& p, const Formulation& f, const T&, const Configuration<T>& minimal) {
        return f.form == Form::ode ? minimal : cartesian(two_link_data<T>(p), minimal);
      });
}

std::vector<Stroke> strokes(const Parameters&, std::string_view, double, const Vec<double>& q) {
  const auto hinge = in_plane(0, 0), elbow = in_plane(2 * q[0], 2 * q[1]);
  const auto end = in_plane(2 * q[3] - elbow[0], 2 * q[4] - elbow[1]);
  return {on_ground({hinge}), bar("rod 1", {hinge, elbow}), bar("rod 2", {elbow, end}), trail("rod 2", end)};
}

}  // namespace

Problem two_link_problem() {
  return {
      .name = "two-link",
      .title = "Planar two-link manipulator, two hinged rods under gravity",
      .source = "li2019, section 4",
      .t_end = "10",
      .parameters = {{"length1", "1", "m", "length of the first rod", {}, 1e-300},
                     {"length2",
                      "1.7320508075688772935274463415058723669428",
                      "m",
                      "length of the second rod; default: sqrt 3",
                      {},
                      1e-300},
                     {"mass1", "1", "kg", "mass of the first rod", {}, 1e-300},
                     {"mass2", "2", "kg", "mass of the second rod", {}, 1e-300},
                     {"gravity", "9.81", "m/s^2", "acceleration of gravity", {}, 0},
                     {"angle1", "pi/3", "rad", "initial angle of the first rod above the horizontal"},
                     {"angle2", "-pi/6", "rad", "initial angle of the second rod above the horizontal"},
                     {"rate1", "0", "rad/s", "initial angular velocity of the first rod"},
                     {"rate2", "0", "rad/s", "initial angular velocity of the second rod"}},
      .formulations =
          constrained_formulations({"angles from the horizontal", {part("angles", PartKind::angle, "rad", 0, 2)}},
                                   {"(x1, y1, angle1, x2, y2, angle2)",
                                    {part("position of rod 1", PartKind::translation, "m", 0, 2),
                                     part("angle of rod 1", PartKind::angle, "rad", 2),
                                     part("position of rod 2", PartKind::translation, "m", 3, 2),
                                     part("angle of rod 2", PartKind::angle, "rad", 5)}}),
      .outputs = {{"end_x", "m", "horizontal position of the second rod's end"},
                  {"end_y", "m", "vertical position of the second rod's end"},
                  {"kinetic_energy", "J", "kinetic energy"},
                  {"potential_energy", "J", "potential energy, 0 at the hinge"}},
      .invariants = "energy",
      .in_double = model<double>(),
      .in_long = model<long double>(),
      .in_quad = model<quad>(),
      .in_double_double = model<double_double>().system,
      .general_data = {{"length1", "1.3"},
                       {"mass1", "0.7"},
                       {"angle1", "0.4"},
                       {"angle2", "-1.1"},
                       {"rate1", "1.5"},
                       {"rate2", "-2"}},
      .drawing = {View::plane, strokes},
  };
}

}  // namespace plumb
