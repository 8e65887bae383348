#include "problems/oscillator/oscillator.hpp"

#include <stdexcept>

#include "problems/adapters/minimal.hpp"
#include "problems/oscillator/exact_oscillator.hpp"
#include "problems/registration.hpp"

namespace plumb {
namespace {

// Returns the initial state of the particular solution x = C sin(ω̄t) + D cos(ω̄t), so the motion has no transient.
template <class T>
Configuration<T> steady_start(const Oscillator<T>& o) {
  const T w = o.omega, f = o.frequency;
  const T stiff = w * w - f * f, damp = 2 * o.damping_ratio * w * f;
  const T scale = o.amplitude / (stiff * stiff + damp * damp);
  return {Vec<T>::Constant(1, -damp * scale), Vec<T>::Constant(1, stiff * scale * f)};
}

template <class T>
Model<T> model() {
  return {
      .system = [](const Parameters& p, const Formulation&) { return AnySystem<T>(Minimal(oscillator<T>(p))); },
      .initial = same_start<T>([](const Parameters& p) {
        if (p.is("start", "steady")) return steady_start(oscillator<T>(p));
        return Configuration<T>{Vec<T>::Constant(1, p.number<T>("position")),
                                Vec<T>::Constant(1, p.number<T>("velocity"))};
      }),
  };
}

void check(const Parameters& p) {
  if (p.is("start", "steady") && p.number<double>("damping") == 0 && p.number<double>("amplitude") != 0 &&
      p.number<double>("frequency") == p.number<double>("omega"))
    throw std::invalid_argument(
        "start=steady does not exist at resonance (frequency = omega, damping = 0); use start=given");
}

// Plots the mass, connected by a spring to a wall at -1 m.
std::vector<Stroke> strokes(const Parameters&, std::string_view, double, const Vec<double>& q) {
  const auto wall = in_plane(-1, 0), mass = in_plane(q[0], 0);
  return {on_ground({in_plane(-1, -0.2), in_plane(-1, 0.2)}), spring("spring", wall, mass), dot("mass", mass),
          trail("mass", mass)};
}

}  // namespace

Problem oscillator_problem() {
  return {
      .name = "oscillator",
      .title = "Forced oscillator with one degree of freedom",
      .source = "fernandez2024, section 4.3",
      .t_end = "10",
      .parameters = {{"omega", "1", "rad/s", "natural frequency", {}, 1e-300},
                     {"damping", "0", "-", "damping ratio"},
                     {"amplitude", "1", "m/s^2", "amplitude of the forcing; 0: free"},
                     {"frequency", "0.01", "rad/s", "frequency of the forcing"},
                     {"start", "steady", "-", "steady: no transient; given: from position and velocity",
                      "steady|given"},
                     {"position", "0", "m", "initial position when start=given"},
                     {"velocity", "0", "m/s", "initial velocity when start=given"}},
      .formulations = {{.name = "ode",
                        .meaning = "x",
                        .coordinates = "minimal",
                        .parts = fixed_parts({part("position", PartKind::translation, "m", 0)})}},
      .outputs = {{"x", "m", "position"}},
      .invariants = "energy, when neither damped nor forced",
      .in_double = model<double>(),
      .in_long = model<long double>(),
      .in_quad = model<quad>(),
      .in_double_double = model<double_double>().system,
      .check = check,
      .reference = {.closed_form = oscillator_motion},
      .general_data = {{"omega", "3"},
                       {"damping", "0.2"},
                       {"frequency", "5"},
                       {"start", "given"},
                       {"position", "1"},
                       {"velocity", "0.5"}},
      .drawing = {View::plane, strokes},
  };
}

}  // namespace plumb
