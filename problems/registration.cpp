#include "problems/registration.hpp"

namespace plumb {
namespace {

/// A kind of projected formulation: the solution is projected onto Φ = 0 after every step, with `of_velocities` also
/// onto Φ' = 0.
struct Projection {
  const char *name, *meaning;
  Form form;
  bool of_velocities;
};

constexpr Projection projections[] = {
    {"projected", "coordinates projected after every step", Form::index1, false},
    {"projected-velocities", "coordinates and velocities projected after every step", Form::index1, true}};

}  // namespace

std::vector<Formulation> at_every_level(const Formulation& shared) {
  std::vector<Formulation> out;
  for (const auto form : constrained_forms) {
    auto& formulation = out.emplace_back(shared);
    formulation.name += name(form);
    formulation.meaning += ", " + std::string(known_of(form).meaning);
    formulation.form = form;
  }
  return out;
}

std::vector<Formulation> projected_formulations(const Formulation& shared) {
  std::vector<Formulation> out;
  for (const auto& projection : projections) {
    auto& formulation = out.emplace_back(shared);
    formulation.name += projection.name;
    formulation.meaning = std::string(name(projection.form)) + ", " + projection.meaning;
    formulation.form = projection.form;
    formulation.projects_positions = true;
    formulation.projects_velocities = projection.of_velocities;
  }
  return out;
}

std::vector<Formulation> constrained_formulations(const Coordinates& minimal, const Coordinates& redundant,
                                                  const std::vector<Output>& invariants) {
  const Formulation shared = {.name = "",
                              .meaning = redundant.meaning,
                              .invariants = invariants,
                              .coordinates = "redundant",
                              .parts = fixed_parts(redundant.parts)};
  std::vector<Formulation> out = {
      {.name = "ode", .meaning = minimal.meaning, .coordinates = "minimal", .parts = fixed_parts(minimal.parts)}};
  for (auto& formulation : at_every_level(shared)) out.push_back(std::move(formulation));
  for (auto& formulation : projected_formulations(shared)) out.push_back(std::move(formulation));
  return out;
}

}  // namespace plumb
