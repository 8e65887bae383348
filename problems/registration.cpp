#include "problems/registration.hpp"

namespace plumb {

std::vector<Formulation> constrained_formulations(const Coordinates& minimal, const Coordinates& redundant,
                                                  const std::vector<Output>& invariants) {
  const auto parts = fixed_parts(redundant.parts);
  const auto constrained = [&](const char* name, const std::string& meaning, Form form) {
    return Formulation{.name = name,
                       .meaning = redundant.meaning + ", " + meaning,
                       .form = form,
                       .invariants = invariants,
                       .coordinates = "redundant",
                       .parts = parts};
  };
  const auto projected = [&](const char* name, const char* meaning, bool velocities) {
    return Formulation{.name = name,
                       .meaning = meaning,
                       .form = Form::index1,
                       .projects_positions = true,
                       .projects_velocities = velocities,
                       .invariants = invariants,
                       .coordinates = "redundant",
                       .parts = parts};
  };
  return {{.name = "ode", .meaning = minimal.meaning, .coordinates = "minimal", .parts = fixed_parts(minimal.parts)},
          constrained("index1", "constraints at acceleration level", Form::index1),
          constrained("index2", "constraints at velocity level", Form::index2),
          constrained("index3", "constraints at position level", Form::index3),
          constrained("ggl", "constraints at position and velocity level (Gear, Gupta & Leimkuhler)", Form::ggl),
          projected("projected", "index1, coordinates projected after every step", false),
          projected("projected-velocities", "index1, coordinates and velocities projected after every step", true)};
}

}  // namespace plumb
