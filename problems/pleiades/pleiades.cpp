#include "problems/pleiades/pleiades.hpp"

#include "problems/adapters/minimal.hpp"
#include "problems/registration.hpp"

namespace plumb {
namespace {

template <class T>
Configuration<T> start() {
  constexpr int size = Pleiades<T>::size;
  constexpr std::array<double, size> q = {3, 3, -1, -3, 2, -2, 2, 3, -3, 2, 0, 0, -4, 4};
  constexpr std::array<double, size> v = {0, 0, 0, 0, 0, 1.75, -1.5, 0, 0, 0, -1.25, 1, 0, 0};
  Configuration<T> out{Vec<T>(size), Vec<T>(size)};
  for (int i = 0; i < size; ++i) {
    out.q[i] = T(q[i]);
    out.v[i] = T(v[i]);
  }
  return out;
}

template <class T>
Model<T> model() {
  return {
      .system = [](const Parameters& p, const Formulation&) { return AnySystem<T>(Minimal(pleiades<T>(p))); },
      .initial = same_start<T>([](const Parameters&) { return start<T>(); }),
  };
}

std::vector<ParameterSpec> masses() {
  const auto mass = [](const char* name, const char* value, const char* star) {
    return ParameterSpec{name, value, "-", star, {}, 0};
  };
  return {mass("mass1", "1", "mass of star 1"), mass("mass2", "2", "mass of star 2"),
          mass("mass3", "3", "mass of star 3"), mass("mass4", "4", "mass of star 4"),
          mass("mass5", "5", "mass of star 5"), mass("mass6", "6", "mass of star 6"),
          mass("mass7", "7", "mass of star 7")};
}

std::vector<Stroke> strokes(const Parameters&, std::string_view, double, const Vec<double>& q) {
  constexpr int stars = Pleiades<double>::stars;
  std::vector<Stroke> out;
  for (int i = 0; i < stars; ++i) {
    const auto star = "star " + std::to_string(i + 1);
    const auto at = in_plane(q[i], q[stars + i]);
    out.push_back(trail(star, at));
    out.push_back(dot(star, at));
  }
  return out;
}

}  // namespace

Problem pleiades_problem() {
  return {
      .name = "pleiades",
      .title = "Pleiades, seven stars in the plane",
      .source = "hairer1993, section II.10; mazzia2008, problem Pleiades",
      .t_end = "3",
      .parameters = masses(),
      .formulations = {{.name = "ode",
                        .meaning = "(x1, .., x7, y1, .., y7)",
                        .invariants = {{"momentum_x", "-", "momentum in x"},
                                       {"momentum_y", "-", "momentum in y"},
                                       {"moment_of_momentum", "-", "angular momentum about the origin"}},
                        .coordinates = "minimal",
                        .parts = fixed_parts({part("positions", PartKind::translation, "-", 0, 14)})}},
      .outputs = {{"x1", "-", "position of star 1"},
                  {"y1", "-", "position of star 1"},
                  {"x7", "-", "position of star 7"},
                  {"y7", "-", "position of star 7"}},
      .invariants = "energy, momentum and angular momentum",
      .in_double = model<double>(),
      .in_long = model<long double>(),
      .in_quad = model<quad>(),
      .in_double_double = model<double_double>().system,
      .general_data = {{"mass1", "1.5"}, {"mass4", "2.5"}, {"mass7", "3.5"}},
      .drawing = {View::plane, strokes},
  };
}

}  // namespace plumb
