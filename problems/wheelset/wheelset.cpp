#include "problems/wheelset/wheelset.hpp"

#include <stdexcept>

#include "problems/adapters/automatic.hpp"
#include "problems/adapters/constrained.hpp"
#include "problems/adapters/embedded.hpp"
#include "problems/adapters/load_dependent.hpp"
#include "problems/adapters/minimal.hpp"
#include "problems/registration.hpp"

namespace plumb {
namespace {

template <class T>
auto loaded(const Parameters& p) {
  return LoadDependent(wheelset<T>(p));
}

template <class T>
Vec<T> numbers(const Parameters& p, const std::array<const char*, 4>& names) {
  Vec<T> out(4);
  for (std::size_t i = 0; i < names.size(); ++i) out[static_cast<Eigen::Index>(i)] = p.number<T>(names[i]);
  return out;
}

template <class T>
Configuration<T> in_all_coordinates(const Parameters& p, const T& t, const Configuration<T>& minimal) {
  const auto at = Embedded(loaded<T>(p)).embed(t, minimal.q, minimal.v);
  return {at.q, at.v};
}

template <class T>
Model<T> model() {
  return embedded_model<T>(
      [](const Parameters& p, const Formulation& f) {
        if (f.form == Form::ode) return AnySystem<T>(Minimal(Automatic(Embedded(loaded<T>(p)))));
        return AnySystem<T>(Constrained(Automatic(loaded<T>(p)), f.form));
      },
      [](const Parameters& p) {
        return Configuration<T>{numbers<T>(p, {"x", "z", "yaw", "turn"}),
                                numbers<T>(p, {"x_rate", "z_rate", "yaw_rate", "turn_rate"})};
      },
      [](const Parameters& p, const Formulation& f, const T& t, const Configuration<T>& minimal) {
        return f.form == Form::ode ? minimal : in_all_coordinates(p, t, minimal);
      });
}

void check(const Parameters& p) {
  const auto at =
      in_all_coordinates<double>(p, 0, {numbers<double>(p, {"x", "z", "yaw", "turn"}), Vec<double>::Zero(4)});
  if (!at.q.allFinite()) throw std::invalid_argument("x, yaw: with these values the wheels do not touch both rails");
}

// Plots the wheelset in the frame that moves with the speed V.
std::vector<Stroke> strokes(const Parameters& p, std::string_view, double, const Vec<double>& q) {
  constexpr int points = 32;
  const double gauge = p.number<double>("gauge"), radius = p.number<double>("radius"), pi = std::acos(-1.);
  const AxleAngles<double> at(q[3], q[4]);
  const auto& [sit, cot, sip, cop] = at;
  const DrawnPoint middle(q[0], q[1], q[2]), axis(cot * cop, sip, -sit * cop);
  const DrawnPoint up(-cot * sip, cop, sit * sip), ahead(sit, 0, cot);
  const double arm = p.number<double>("spring_arm"), length = 3 * radius;
  std::vector<Stroke> out;
  for (const double side : {-1., 1.}) {
    const DrawnPoint rail(side * gauge, -radius, 0), hub = middle + side * arm * axis;
    std::vector<DrawnPoint> rim;
    for (int i = 0; i < points; ++i) {
      const double angle = 2 * pi * i / points + q[5];
      rim.emplace_back(middle + side * gauge * axis + radius * (std::cos(angle) * up + std::sin(angle) * ahead));
    }
    out.push_back(on_ground({rail - DrawnPoint(0, 0, length), rail + DrawnPoint(0, 0, length)}));
    out.push_back(bar("wheelset", {middle + side * gauge * axis, rim.front()}));
    out.push_back(outline("wheelset", rim));
    out.push_back(spring(side < 0 ? "left spring" : "right spring", DrawnPoint(side * arm, 0, length), hub));
  }
  out.push_back(bar("wheelset", {middle - arm * axis, middle + arm * axis}));
  out.push_back(trail("wheelset", middle));
  out.push_back(upwards(DrawnPoint(0, 1, 0)));
  return out;
}

std::vector<ParameterSpec> parameters() {
  return {
      {"mass", "16.08", "kg", "mass of the wheelset, m_R", {}, 1e-300},
      {"spin_inertia", "0.0605", "kg m^2", "moment of inertia about the axle, I_1", {}, 1e-300},
      {"yaw_inertia", "0.366", "kg m^2", "moment of inertia across the axle, I_2", {}, 1e-300},
      {"gravity", "9.81", "m/s^2", "acceleration of gravity", {}, 1e-300},
      {"speed", "30", "m/s", "speed along the track, V", {}, 1e-3},
      {"radius", "0.1", "m", "radius of the wheels where they roll on a straight track, R_0", {}, 1e-300},
      {"cone", "0.0262", "rad", "slope of the wheels' cones, delta", {}, 1e-4, 0.5},
      {"gauge", "0.1506", "m", "half of the distance between the rolling circles of the wheels", {}, 1e-300},
      {"rail_radius", "0.06", "m", "radius of the rails' heads, rho", {}, 1e-300},
      {"left_rail", "4.96684121897676079307195546492224e-10", "m", "height of the left rail above the nominal height"},
      {"right_rail", "-5.26974912793826964339416358210793e-10", "m",
       "height of the right rail above the nominal height"},
      {"friction", "0.12", "-", "coefficient of friction, mu", {}, 1e-6},
      {"lateral_spring", "6400", "N/m", "stiffness of each of two springs along x", {}, 0},
      {"track_spring", "6400", "N/m", "stiffness of each of two springs along z", {}, 0},
      {"spring_arm", "0.19", "m", "distance of the springs along z from the middle", {}, 0},
      {"glide_module", "7.92e10", "N/m^2", "shear modulus of wheel and rail, G", {}, 1e-300},
      {"sigma", "0.28", "-", "Poisson's ratio, s", {}, 0, 0.5},
      {"ellipse_e", "1.3537956", "-", "constant of the ellipse of contact, k_E", {}, 1e-300},
      {"ellipse_g", "0.7115218", "-", "constant of the ellipse of contact, k_g", {}, 1e-300},
      {"pi", "3.1415926", "-", "value of pi in the ellipse of contact, rounded as in the source", {}, 3.14, 3.15},
      {"c11", "4.72772197", "-", "Kalker's coefficient along the track", {}, 0},
      {"c22", "4.27526987", "-", "Kalker's coefficient across the track", {}, 0},
      {"c23", "1.97203505", "-", "Kalker's coefficient of spin", {}, 0},
      {"x", "0.0014941", "m", "initial lateral displacement"},
      {"z", "0.0000011241", "m", "initial displacement along the track"},
      {"yaw", "-0.00028573", "rad", "initial yaw, theta", {}, -0.5, 0.5},
      {"turn", "0", "rad", "initial rotation of the wheels in addition to rolling, beta"},
      {"x_rate", "0", "m/s", "initial lateral velocity"},
      {"z_rate", "0", "m/s", "initial velocity along the track in addition to V"},
      {"yaw_rate", "0", "rad/s", "initial yaw rate"},
      {"turn_rate", "0", "rad/s", "initial angular velocity of the wheels in addition to V/R_0"}};
}

}  // namespace

Problem wheelset_problem() {
  return {
      .name = "wheelset",
      .title = "Wheelset of a railway vehicle that hunts along a straight track",
      .source = "simeon1991; mazzia2008, problem Wheelset",
      .t_end = "0.25",
      .parameters = parameters(),
      .formulations = constrained_formulations(
          {"(x, z, yaw, turn)",
           {part("place", PartKind::translation, "m", 0, 2), part("angles", PartKind::angle, "rad", 2, 2)}},
          {"(x, y, z, yaw, roll, turn)",
           {part("place", PartKind::translation, "m", 0, 3), part("angles", PartKind::angle, "rad", 3, 3)}}),
      .outputs = {{"x", "m", "lateral displacement"},
                  {"y", "m", "vertical displacement"},
                  {"z", "m", "displacement along the track in addition to V t"},
                  {"yaw", "rad", "yaw, theta"},
                  {"roll", "rad", "roll, phi"},
                  {"left_shift", "rad", "angle of the left wheel's contact from its lowest point, psi"},
                  {"left_contact", "m", "position of the left contact along the axle, xi"},
                  {"right_shift", "rad", "angle of the right wheel's contact from its lowest point, psi"},
                  {"right_contact", "m", "position of the right contact along the axle, xi"},
                  {"left_load", "N", "normal force of the left rail"},
                  {"right_load", "N", "normal force of the right rail"}},
      .invariants = "none: the rails brake and drive the wheels",
      .in_double = model<double>(),
      .in_long = model<long double>(),
      .in_quad = model<quad>(),
      .in_double_double = model<double_double>().system,
      .check = check,
      .general_data = {{"mass", "3"},           {"spin_inertia", "0.4"}, {"yaw_inertia", "0.7"},
                       {"speed", "4"},          {"radius", "0.8"},       {"cone", "0.15"},
                       {"gauge", "0.9"},        {"rail_radius", "0.5"},  {"left_rail", "0.01"},
                       {"right_rail", "-0.02"}, {"friction", "0.4"},     {"lateral_spring", "30"},
                       {"track_spring", "20"},  {"spring_arm", "1.1"},   {"glide_module", "4e2"},
                       {"x", "0.03"},           {"z", "0.05"},           {"yaw", "-0.1"},
                       {"turn", "0.3"},         {"x_rate", "0.2"},       {"z_rate", "-0.1"},
                       {"yaw_rate", "0.3"},     {"turn_rate", "0.4"}},
      .drawing = {View::space, strokes},
  };
}

}  // namespace plumb
