#pragma once
// Functions that several definitions of problems use. catalogue.cpp lists the problems.

#include "problems/problem.hpp"

namespace plumb {

/// Returns Model::initial of a problem whose formulations all use the same coordinates.
template <class T, class Start>
auto same_start(Start start) {
  return [start](const Parameters& p, const Formulation&) -> Configuration<T> { return start(p); };
}

/// Returns a model with minimal coordinates: start(p) returns the initial state in minimal coordinates, `embed` is
/// Model::embed.
template <class T, class System, class Start, class Embed>
Model<T> embedded_model(System system, Start start, Embed embed) {
  return {.system = system,
          .initial = [start, embed](const Parameters& p, const Formulation& f) -> Configuration<T> {
            return embed(p, f, T(0), start(p));
          },
          .embed = embed};
}

/// Coordinates with their meaning and parts.
struct Coordinates {
  std::string meaning;
  std::vector<Part> parts;
};

/// Returns one formulation for every form with constraints. Coordinates, parts and invariants are copied from `shared`.
/// Name and meaning are concatenated from `shared` and the form.
std::vector<Formulation> at_every_level(const Formulation& shared);

/// Returns the same equations of index 1, whose solution is projected onto the constraints after every step.
std::vector<Formulation> projected_formulations(const Formulation& shared);

/// Returns the formulations of a mechanism with one set of minimal and one set of redundant coordinates: `ode`, one for
/// every form with constraints, and the projected formulations.
std::vector<Formulation> constrained_formulations(const Coordinates& minimal, const Coordinates& redundant,
                                                  const std::vector<Output>& invariants = {});

}  // namespace plumb
