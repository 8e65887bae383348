#pragma once
// Adds a formulation `ode` in minimal coordinates to a mechanism's problem. Its energy and outputs are computed by the
// system in absolute coordinates, at the state that corresponds to the minimal coordinates.

#include "problems/adapters/observed_in.hpp"
#include "problems/registration.hpp"

namespace plumb {

/// `system(p)` returns the equations, `start(p)` the initial state, and `embedding(p)` the function that converts
/// minimal to absolute coordinates; all states are Configuration<T>. embedding(p) is called once for each system.
/// `observed` is any formulation in absolute coordinates. ObservedIn defines `closes_loops`.
template <class T, class System, class Start, class Embedding>
Model<T> with_minimal_form(const Model<T>& space, const Formulation& observed, System system, Start start,
                           Embedding embedding, bool closes_loops = false) {
  return embedded_model<T>(
      [=](const Parameters& p, const Formulation& f) {
        if (f.form != Form::ode) return space.system(p, f);
        const auto there = [embed = embedding(p)](const T&, const Vec<T>& q, const Vec<T>& v) {
          return embed(Configuration<T>{q, v});
        };
        return AnySystem<T>(ObservedIn(system(p), space.system(p, observed), there, closes_loops));
      },
      start,
      [=](const Parameters& p, const Formulation& f, const T&, const Configuration<T>& minimal) {
        return f.form == Form::ode ? minimal : embedding(p)(minimal);
      });
}

/// Returns the problem with the formulation `ode` inserted first. Its reference motion is computed in this formulation.
inline Problem with_minimal_formulation(Problem space, const std::string& meaning, Parts parts) {
  space.formulations.insert(space.formulations.begin(),
                            {.name = "ode", .meaning = meaning, .coordinates = "minimal", .parts = std::move(parts)});
  space.reference.formulation = "";
  return space;
}

}  // namespace plumb
