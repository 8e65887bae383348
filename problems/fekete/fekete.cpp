#include "problems/fekete/fekete.hpp"

#include <stdexcept>

#include "problems/fekete/fekete_start.hpp"
#include "problems/registration.hpp"

namespace plumb {
namespace {

int particles(const Parameters& p) { return static_cast<int>(p.number<double>("n")); }

template <class T>
Model<T> model() {
  return {
      .system =
          [](const Parameters& p, const Formulation& f) {
            return AnySystem<T>(ParticlesOnSphere<T>(particles(p), p.number<T>("damping"), f.form));
          },
      .initial = same_start<T>([](const Parameters& p) {
        const auto start = sphere_start<T>(particles(p), p.number<T>("spin"), p.number<T>("shear"));
        return Configuration<T>{start.q, start.v};
      }),
  };
}

std::vector<Formulation> formulations() {
  const Formulation shared = {.name = "",
                              .meaning = "(x, y, z) of every particle",
                              .coordinates = "redundant",
                              .parts = [](const Parameters& p) {
                                return std::vector{part("positions", PartKind::translation, "-", 0, 3 * particles(p))};
                              }};
  auto out = at_every_level(shared);
  for (auto& projected : projected_formulations(shared)) out.push_back(std::move(projected));
  return out;
}

void check(const Parameters& p) {
  if (p.number<double>("n") != particles(p))
    throw std::invalid_argument("n = " + p.text("n") + " is not a whole number of particles");
}

// The cost of an acceleration is proportional to n². The reference of 20 particles takes a minute to the default t_end.
std::string why_no_reference(const Parameters& p) {
  constexpr int most = 32;
  if (particles(p) <= most) return {};
  return "a reference for more than " + std::to_string(most) + " particles takes too long to compute in quad";
}

std::vector<DrawnPoint> circle(const DrawnPoint& first, const DrawnPoint& second) {
  constexpr int points = 48;
  std::vector<DrawnPoint> out;
  for (int i = 0; i <= points; ++i) {
    const double angle = 2 * std::acos(-1.) * i / points;
    out.emplace_back(std::cos(angle) * first + std::sin(angle) * second);
  }
  return out;
}

std::vector<Stroke> strokes(const Parameters& p, std::string_view, double, const Vec<double>& q) {
  const DrawnPoint x(1, 0, 0), y(0, 1, 0), z(0, 0, 1);
  std::vector<Stroke> out = {bent_bar("sphere", circle(x, y)), bent_bar("sphere", circle(x, z)),
                             bent_bar("sphere", circle(y, z))};
  for (int i = 0; i < particles(p); ++i) {
    const auto name = "particle " + std::to_string(i + 1);
    const DrawnPoint at = q.segment<3>(3 * i);
    out.push_back(trail(name, at));
    out.push_back(dot(name, at));
  }
  return out;
}

}  // namespace

Problem fekete_problem() {
  return {
      .name = "fekete",
      .title = "Fekete points: n particles that come to rest on a sphere",
      .source = "mazzia2008, problem Fekete",
      .t_end = "20",
      .parameters = {{"n", "20", "-", "number of particles", {}, 2, 200},
                     {"damping", "0.5", "-", "damping of velocities, alpha", {}, 0},
                     {"spin", "0", "-", "initial angular velocity about the z axis"},
                     {"shear", "0", "-", "increase of the initial angular velocity from z = 0 to z = 1"}},
      .formulations = formulations(),
      .outputs = {{"x1", "-", "position of the first particle"},
                  {"y1", "-", "position of the first particle"},
                  {"z1", "-", "position of the first particle"},
                  {"kinetic_energy", "-", "kinetic energy of all particles"},
                  {"potential_energy", "-", "minus the logarithm of the product of all distances"}},
      .invariants = "energy, without damping",
      .in_double = model<double>(),
      .in_long = model<long double>(),
      .in_quad = model<quad>(),
      .in_double_double = model<double_double>().system,
      .check = check,
      .reference = {.formulation = "index1", .none = why_no_reference},
      .general_data = {{"n", "4"}, {"damping", "0.3"}, {"spin", "0.7"}, {"shear", "-0.4"}},
      .drawing = {View::space, strokes},
  };
}

}  // namespace plumb
