#include "problems/beam/beam.hpp"

#include <stdexcept>

#include "problems/adapters/minimal.hpp"
#include "problems/registration.hpp"

namespace plumb {
namespace {

int count(const Parameters& p) { return static_cast<int>(p.number<double>("n")); }

// Returns the initial state: angles and rates are proportional to the distance from the clamp.
template <class T>
Configuration<T> start(const Parameters& p) {
  const int n = count(p);
  Configuration<T> out{Vec<T>(n), Vec<T>(n)};
  for (int k = 0; k < n; ++k) {
    const T s = T(2 * k + 1) / (2 * n);
    out.q[k] = p.number<T>("angle") * s;
    out.v[k] = p.number<T>("rate") * s;
  }
  return out;
}

template <class T>
Model<T> model() {
  return {
      .system =
          [](const Parameters& p, const Formulation&) {
            return AnySystem<T>(Minimal(InextensibleBeam<T>(count(p), p.number<T>("load"))));
          },
      .initial = same_start<T>([](const Parameters& p) { return start<T>(p); }),
  };
}

void check(const Parameters& p) {
  if (p.number<double>("n") != count(p))
    throw std::invalid_argument("n = " + p.text("n") + " is not a whole number of parts");
}

// The steps must resolve the fastest vibration, of the frequency 4 n², and the cost of an acceleration is proportional
// to n: the reference of 40 parts takes about 4 minutes of CPU time.
std::string why_no_reference(const Parameters& p) {
  constexpr int most = 40;
  if (count(p) <= most) return {};
  return "a reference for more than " + std::to_string(most) + " parts takes too long to compute in quad";
}

// At the end of the load, sin² t and its first derivative are 0, so the fourth derivative of the angles is the lowest
// that jumps.
std::vector<Breakpoint> end_of_the_load(const Parameters& p) {
  if (p.number<quad>("load") == 0) return {};
  return {{number_from_text<quad>("pi"), 4}};
}

std::vector<Stroke> strokes(const Parameters& p, std::string_view, double, const Vec<double>& q) {
  const int n = count(p);
  std::vector<DrawnPoint> line = {in_plane(0, 0)};
  for (int k = 0; k < n; ++k)
    line.push_back(in_plane(line.back()[0] + std::cos(q[k]) / n, line.back()[1] + std::sin(q[k]) / n));
  return {on_ground({in_plane(0, -0.1), in_plane(0, 0.1)}), bent_bar("beam", line), trail("beam", line.back())};
}

}  // namespace

Problem beam_problem() {
  return {
      .name = "beam",
      .title = "Inextensible elastic beam of n parts, pulled at its end",
      .source = "hairer1996, section IV.1; mazzia2008, problem Beam",
      .t_end = "5",
      .parameters = {{"n", "40", "-", "number of parts", {}, 2, 1000},
                     {"load", "3/2", "-", "amplitude of the force at the free end, load sin^2 t up to t = pi"},
                     {"angle", "0", "-",
                      "initial angle of the free end; the angles of the parts grow linearly up to it"},
                     {"rate", "0", "-", "initial rate of this angle, likewise"}},
      .formulations = {{.name = "ode",
                        .meaning = "angles of the parts",
                        .coordinates = "minimal",
                        .parts =
                            [](const Parameters& p) {
                              return std::vector{part("angles", PartKind::angle, "rad", 0, count(p))};
                            }}},
      .outputs = {{"tip_x", "-", "position of the free end along the beam at rest"},
                  {"tip_y", "-", "position of the free end across it"},
                  {"tip_angle", "-", "angle of the last part"},
                  {"kinetic_energy", "-", "kinetic energy"},
                  {"bending_energy", "-", "bending energy"}},
      .invariants = "none: the force does work",
      .in_double = model<double>(),
      .in_long = model<long double>(),
      .in_quad = model<quad>(),
      .in_double_double = model<double_double>().system,
      .check = check,
      .reference = {.none = why_no_reference},
      .breakpoints = end_of_the_load,
      .general_data = {{"n", "5"}, {"load", "2.5"}, {"angle", "0.7"}, {"rate", "-1.5"}},
      .drawing = {View::plane, strokes},
  };
}

}  // namespace plumb
