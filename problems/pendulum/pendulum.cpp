#include "problems/pendulum/pendulum.hpp"

#include "problems/adapters/constrained.hpp"
#include "problems/adapters/minimal.hpp"
#include "problems/pendulum/exact_pendulum.hpp"
#include "problems/registration.hpp"

namespace plumb {
namespace {

// Computes (x, y, θ), with θ from the downward vertical, from the angle from the horizontal.
template <class T>
Configuration<T> cartesian(const T& length, const Configuration<T>& minimal) {
  using std::cos, std::sin;
  const T angle = minimal.q[0], rate = minimal.v[0];
  const T x = length * cos(angle), y = length * sin(angle);
  Configuration<T> out{Vec<T>(3), Vec<T>(3)};
  out.q << x, y, angle + std::numbers::pi_v<T> / 2;
  out.v << -y * rate, x * rate, rate;
  return out;
}

template <class T>
Model<T> model() {
  return embedded_model<T>(
      [](const Parameters& p, const Formulation& f) {
        if (f.form == Form::ode) return AnySystem<T>(Minimal(PendulumAngle<T>{pendulum_data<T>(p)}));
        return AnySystem<T>(Constrained(PendulumCartesian<T>{pendulum_data<T>(p)}, f.form));
      },
      [](const Parameters& p) {
        return Configuration<T>{Vec<T>::Constant(1, p.number<T>("angle")), Vec<T>::Constant(1, p.number<T>("rate"))};
      },
      [](const Parameters& p, const Formulation& f, const T&, const Configuration<T>& minimal) {
        return f.form == Form::ode ? minimal : cartesian(p.number<T>("length"), minimal);
      });
}

std::vector<Stroke> strokes(const Parameters&, std::string_view, double, const Vec<double>& q) {
  const auto hinge = in_plane(0, 0), mass = in_plane(q[0], q[1]);
  return {on_ground({hinge}), bar("rod", {hinge, mass}), dot("mass", mass), trail("mass", mass)};
}

}  // namespace

Problem pendulum_problem() {
  const std::vector<Output> rod = {{"rod_length_squared", "m^2", "x^2 + y^2"}};
  return {
      .name = "pendulum",
      .title = "Simple pendulum, a point mass on a massless rod",
      .source = "IFToMM multibody benchmark A01; fernandez2024, sections 3 and 8",
      .t_end = "10",
      .parameters = {{"length", "1", "m", "length of the rod", {}, 1e-300},
                     {"mass", "1", "kg", "mass at its end", {}, 1e-300},
                     {"gravity", "9.81", "m/s^2", "acceleration of gravity", {}, 0},
                     {"angle", "0", "rad", "initial angle above the horizontal"},
                     {"rate", "0", "rad/s", "initial angular velocity"}},
      .formulations = constrained_formulations(
          {"angle from the horizontal", {part("angle", PartKind::angle, "rad", 0)}},
          {"(x, y, angle)",
           {part("position", PartKind::translation, "m", 0, 2), part("angle", PartKind::angle, "rad", 2)}},
          rod),
      .outputs = {{"x", "m", "horizontal position of the mass"}, {"y", "m", "vertical position of the mass"}},
      .invariants = "energy",
      .in_double = model<double>(),
      .in_long = model<long double>(),
      .in_quad = model<quad>(),
      .in_double_double = model<double_double>().system,
      .reference = {.closed_form = pendulum_motion},
      .general_data = {{"length", "1.3"}, {"mass", "0.7"}, {"angle", "-0.7"}, {"rate", "1.5"}},
      .drawing = {View::plane, strokes},
  };
}

}  // namespace plumb
