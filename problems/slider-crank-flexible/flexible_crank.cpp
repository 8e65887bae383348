#include "problems/slider-crank-flexible/flexible_crank.hpp"

#include <array>
#include <stdexcept>

#include "problems/adapters/automatic.hpp"
#include "problems/adapters/constrained.hpp"
#include "problems/adapters/embedded.hpp"
#include "problems/adapters/minimal.hpp"
#include "problems/registration.hpp"

namespace plumb {
namespace {

constexpr std::array<const char*, 4> deformations = {"q1", "q2", "q3", "q4"};
constexpr std::array<const char*, 4> rates = {"rate1", "rate2", "rate3", "rate4"};

// Returns the initial state: an undeformed rod, or the initial state of the source, which is close to a motion without
// fast vibrations.
template <class T>
Configuration<T> start(const Parameters& p) {
  Configuration<T> out{zeros<Vec<T>>(4), zeros<Vec<T>>(4)};
  if (p.is("start", "undeformed")) return out;
  for (std::size_t i = 0; i < 4; ++i) {
    out.q[static_cast<Eigen::Index>(i)] = p.number<T>(deformations[i]);
    out.v[static_cast<Eigen::Index>(i)] = p.number<T>(rates[i]);
  }
  return out;
}

template <class T>
Model<T> model() {
  return embedded_model<T>(
      [](const Parameters& p, const Formulation& f) {
        if (f.form == Form::ode) return AnySystem<T>(Minimal(Automatic(Embedded(flexible_crank<T>(p)))));
        return AnySystem<T>(Constrained(Automatic(flexible_crank<T>(p)), f.form));
      },
      [](const Parameters& p) { return start<T>(p); },
      [](const Parameters& p, const Formulation& f, const T& t, const Configuration<T>& minimal) {
        if (f.form == Form::ode) return minimal;
        const auto at = Embedded(flexible_crank<T>(p)).embed(t, minimal.q, minimal.v);
        return Configuration<T>{at.q, at.v};
      });
}

void check(const Parameters& p) {
  if (p.number<quad>("crank_length") >= p.number<quad>("rod_length"))
    throw std::invalid_argument("crank_length: must be smaller than rod_length, or the rod jams");
}

// Plots the rod with its true deformation, some thousandths of its length.
std::vector<Stroke> strokes(const Parameters& p, std::string_view, double, const Vec<double>& q) {
  constexpr int pieces = 24;
  const double crank = p.number<double>("crank_length"), length = p.number<double>("rod_length"), half = length / 12;
  const double pi = std::acos(-1.), c = std::cos(q[1]), s = std::sin(q[1]);
  const auto bearing = in_plane(0, 0), pin = in_plane(crank * std::cos(q[0]), crank * std::sin(q[0]));
  std::vector<DrawnPoint> rod;
  for (int i = 0; i <= pieces; ++i) {
    const double x = double(i) / pieces, across = q[3] * std::sin(pi * x) + q[4] * std::sin(2 * pi * x);
    const double along = length * x + q[5] * 4 * x * (1 - x) + q[6] * x * (2 * x - 1);
    rod.push_back(in_plane(pin[0] + c * along - s * across, pin[1] + s * along + c * across));
  }
  const auto corner = [&](double x, double y) { return in_plane(q[2] + x, y); };
  return {on_ground({bearing}),
          on_ground({in_plane(length - crank - 2 * half, -half), in_plane(length + crank + 2 * half, -half)}),
          outline("slider", {corner(-half, -half), corner(half, -half), corner(half, half), corner(-half, half)}),
          bar("crank", {bearing, pin}),
          bent_bar("rod", rod),
          trail("rod", rod[pieces / 2])};
}

std::vector<ParameterSpec> parameters() {
  std::vector<ParameterSpec> out = {
      {"crank_length", "0.15", "m", "length of the crank, l1", {}, 1e-300},
      {"rod_length", "0.3", "m", "length of the connecting rod, l2", {}, 1e-300},
      {"crank_mass", "0.36", "kg", "mass of the crank, m1", {}, 0},
      {"rod_mass", "0.151104", "kg", "mass of the connecting rod, m2", {}, 0},
      {"slider_mass", "0.075552", "kg", "mass of the slider, m3", {}, 1e-300},
      {"crank_inertia", "0.002727", "kg m^2", "inertia of the crank about its bearing, J1", {}, 1e-300},
      {"rod_inertia", "0.0045339259", "kg m^2", "inertia of the rod about the crank pin, J2", {}, 1e-300},
      {"density", "7870", "kg/m^3", "density of the rod", {}, 1e-300},
      {"young", "2e11", "N/m^2", "Young's modulus of the rod", {}, 0},
      {"width", "0.008", "m", "width of the rod", {}, 1e-300},
      {"height", "0.008", "m", "height of the rod, in the plane of its motion", {}, 1e-300},
      {"gravity", "0", "m/s^2", "acceleration of gravity, across the slider's axis", {}, 0},
      {"speed", "150", "rad/s", "angular velocity of the crank, Omega"},
      {"pi", "3.1415927", "-", "the number pi in the rod's integrals, as in the source", {}, 3.14, 3.15},
      {"stiffness", "linear", "-",
       "nonlinear: with the coupling of bending and stretching that the source calls nonlinear", "linear|nonlinear"},
      {"damping", "none", "-", "published: the source's damping of 0.5 per cent", "none|published"},
      {"start", "smooth", "-", "initial deformation; smooth: q1, .., rate4; undeformed: 0", "smooth|undeformed"}};
  constexpr std::array<const char*, 8> values = {"0",
                                                 "0",
                                                 "0.103339863e-4",
                                                 "0.169327969e-4",
                                                 "0.444896105",
                                                 "0.463434311e-2",
                                                 "-0.178591076e-5",
                                                 "-0.268938672e-5"};
  constexpr std::array<const char*, 4> meanings = {"first sine of the deflection", "second sine of the deflection",
                                                   "axial displacement of the middle", "axial displacement of the end"};
  for (std::size_t i = 0; i < 4; ++i)
    out.push_back({deformations[i], values[i], "m", "initial deformation: " + std::string(meanings[i])});
  for (std::size_t i = 0; i < 4; ++i)
    out.push_back({rates[i], values[4 + i], "m/s", "initial rate of " + std::string(deformations[i])});
  return out;
}

}  // namespace

Problem flexible_slider_crank_problem() {
  return {
      .name = "slider-crank-flexible",
      .title = "Slider-crank with a flexible connecting rod, the crank driven",
      .source = "simeon1996; mazzia2008, problem Slider crank",
      .t_end = "0.1",
      .parameters = parameters(),
      .formulations = constrained_formulations(
          {"deformation of the rod", {part("deformation", PartKind::translation, "m", 0, 4)}},
          {"(crank angle, rod angle, slider, deformation of the rod)",
           {part("angles", PartKind::angle, "rad", 0, 2), part("slider", PartKind::translation, "m", 2),
            part("deformation", PartKind::translation, "m", 3, 4)}}),
      .outputs = {{"rod_angle", "rad", "angle of the connecting rod"},
                  {"slider", "m", "distance of the slider from the crank's bearing"},
                  {"deflection", "m", "deflection of the rod in its middle"},
                  {"stretching", "m", "elongation of the rod"}},
      .invariants = "none: the crank is driven",
      .in_double = model<double>(),
      .in_long = model<long double>(),
      .in_quad = model<quad>(),
      .in_double_double = model<double_double>().system,
      .check = check,
      .general_data = {{"crank_length", "0.7"},  {"rod_length", "1.3"},
                       {"crank_mass", "1.1"},    {"rod_mass", "0.8"},
                       {"slider_mass", "0.6"},   {"crank_inertia", "0.3"},
                       {"rod_inertia", "0.5"},   {"density", "2"},
                       {"young", "50"},          {"width", "0.5"},
                       {"height", "0.6"},        {"gravity", "9.81"},
                       {"speed", "2"},           {"stiffness", "nonlinear"},
                       {"damping", "published"}, {"q1", "0.05"},
                       {"q2", "-0.03"},          {"q3", "0.02"},
                       {"q4", "0.04"},           {"rate1", "0.3"},
                       {"rate2", "-0.2"},        {"rate3", "0.1"},
                       {"rate4", "-0.15"}},
      .drawing = {View::plane, strokes},
  };
}

}  // namespace plumb
