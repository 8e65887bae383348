#include "problems/slider-crank/slider_crank.hpp"

#include <stdexcept>

#include "problems/adapters/automatic.hpp"
#include "problems/adapters/constrained.hpp"
#include "problems/adapters/embedded.hpp"
#include "problems/adapters/minimal.hpp"
#include "problems/registration.hpp"

namespace plumb {
namespace {

template <class T>
Model<T> model() {
  return embedded_model<T>(
      [](const Parameters& p, const Formulation& f) {
        if (f.form == Form::ode) return AnySystem<T>(Minimal(Automatic(Embedded(slider_crank<T>(p)))));
        return AnySystem<T>(Constrained(Automatic(slider_crank<T>(p)), f.form));
      },
      [](const Parameters& p) {
        return Configuration<T>{Vec<T>::Constant(1, p.number<T>("angle")), Vec<T>::Constant(1, p.number<T>("rate"))};
      },
      [](const Parameters& p, const Formulation& f, const T& t, const Configuration<T>& minimal) {
        if (f.form == Form::ode) return minimal;
        const auto at = Embedded(slider_crank<T>(p)).embed(t, minimal.q, minimal.v);
        return Configuration<T>{at.q, at.v};
      });
}

void check(const Parameters& p) {
  const auto d = slider_crank<quad>(p);
  if (d.l1 >= d.l2) throw std::invalid_argument("crank_length: must be smaller than rod_length, or the rod jams");
  if (4 * d.J2 <= d.m2 * d.l2 * d.l2)
    throw std::invalid_argument("rod_inertia: must be larger than rod_mass rod_length^2/4, it is about the crank pin");
}

std::vector<Stroke> strokes(const Parameters& p, std::string_view, double, const Vec<double>& q) {
  const double crank = p.number<double>("crank_length"), rod = p.number<double>("rod_length"), half = rod / 12;
  const auto bearing = in_plane(0, 0), pin = in_plane(crank * std::cos(q[0]), crank * std::sin(q[0]));
  const auto end = in_plane(pin[0] + rod * std::cos(q[1]), pin[1] + rod * std::sin(q[1]));
  const auto corner = [&](double x, double y) { return in_plane(q[2] + x, y); };
  return {on_ground({bearing}),
          on_ground({in_plane(rod - crank - 2 * half, -half), in_plane(rod + crank + 2 * half, -half)}),
          outline("slider", {corner(-half, -half), corner(half, -half), corner(half, half), corner(-half, half)}),
          bar("crank", {bearing, pin}),
          bar("rod", {pin, end}),
          trail("rod", in_plane((pin[0] + end[0]) / 2, (pin[1] + end[1]) / 2))};
}

}  // namespace

Problem slider_crank_problem() {
  return {
      .name = "slider-crank",
      .title = "Slider-crank, two rigid bars and a slider, the crank free",
      .source = "simeon1996, its data with a rigid rod (mazzia2008, problem Slider crank)",
      .t_end = "0.1",
      .parameters =
          {{"crank_length", "0.15", "m", "length of the crank, l1", {}, 1e-300},
           {"rod_length", "0.3", "m", "length of the connecting rod, l2", {}, 1e-300},
           {"crank_mass", "0.36", "kg", "mass of the crank, m1", {}, 0},
           {"rod_mass", "0.151104", "kg", "mass of the connecting rod, m2", {}, 0},
           {"slider_mass", "0.075552", "kg", "mass of the slider, m3", {}, 1e-300},
           {"crank_inertia", "0.002727", "kg m^2", "inertia of the crank about its bearing, J1", {}, 1e-300},
           {"rod_inertia", "0.0045339259", "kg m^2", "inertia of the rod about the crank pin, J2", {}, 1e-300},
           {"gravity", "0", "m/s^2", "acceleration of gravity, across the slider's axis", {}, 0},
           {"angle", "0", "rad", "initial angle of the crank"},
           {"rate", "150", "rad/s", "initial angular velocity of the crank"}},
      .formulations = constrained_formulations(
          {"angle of the crank", {part("angle", PartKind::angle, "rad", 0)}},
          {"(crank angle, rod angle, slider)",
           {part("angles", PartKind::angle, "rad", 0, 2), part("slider", PartKind::translation, "m", 2)}}),
      .outputs = {{"slider", "m", "distance of the slider from the crank's bearing"},
                  {"rod_angle", "rad", "angle of the connecting rod"},
                  {"crank_rate", "rad/s", "angular velocity of the crank"}},
      .invariants = "energy",
      .in_double = model<double>(),
      .in_long = model<long double>(),
      .in_quad = model<quad>(),
      .in_double_double = model<double_double>().system,
      .check = check,
      .general_data = {{"crank_length", "0.7"},
                       {"rod_length", "1.3"},
                       {"crank_mass", "1.1"},
                       {"rod_mass", "0.8"},
                       {"slider_mass", "0.6"},
                       {"crank_inertia", "0.3"},
                       {"rod_inertia", "0.5"},
                       {"gravity", "9.81"},
                       {"angle", "0.4"},
                       {"rate", "-2"}},
      .drawing = {View::plane, strokes},
  };
}

}  // namespace plumb
