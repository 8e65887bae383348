#include "problems/spinning-top/spinning_top.hpp"

#include <stdexcept>

#include "problems/adapters/minimal.hpp"
#include "problems/registration.hpp"
#include "problems/spinning-top/exact_spinning_top.hpp"

namespace plumb {
namespace {

template <class T>
Model<T> model() {
  return {
      .system = [](const Parameters& p, const Formulation&) { return AnySystem<T>(Minimal(spinning_top<T>(p))); },
      .initial = same_start<T>([](const Parameters& p) {
        Configuration<T> start{Vec<T>(3), Vec<T>(3)};
        start.q << T(0), p.number<T>("tilt"), T(0);
        start.v << p.number<T>("precession"), p.number<T>("nutation"), p.number<T>("spin");
        return start;
      }),
  };
}

}  // namespace

Problem spinning_top_problem() {
  return {
      .name = "spinning-top",
      .title = "Heavy symmetric top about a fixed point, Euler angles ZXZ",
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
           {"spin", "4pi", "rad/s", "initial rate of psi"}},
      .formulations = {{.name = "ode",
                        .meaning = "Euler angles (phi, theta, psi)",
                        .invariants = {{"momentum_phi", "N m s", "moment of momentum about the vertical"},
                                       {"momentum_psi", "N m s", "moment of momentum about the axis"}},
                        .coordinates = "minimal",
                        .parts = fixed_parts({part("Euler angles", PartKind::angle, "rad", 0, 3)})}},
      .outputs = {{"x", "m", "centre of mass"}, {"y", "m", "centre of mass"}, {"z", "m", "centre of mass, upwards"}},
      .invariants = "energy, and the momenta of phi and psi",
      .in_double = model<double>(),
      .in_long = model<long double>(),
      .in_quad = model<quad>(),
      .reference = {.closed_form = spinning_top_motion},
      .general_data = {{"precession", "3"}, {"nutation", "1"}},
  };
}

}  // namespace plumb
