#pragma once
// A problem: a physical system with its data, formulations, outputs, invariants and origin.
//
// What a problem's folder exports is one `Problem`; `problems/catalogue.cpp` lists them.

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "contract/erasure.hpp"
#include "contract/parameters.hpp"
#include "problems/consistency.hpp"

namespace plumb {

struct Output {
  std::string_view name, unit, meaning;
  std::string_view sized_as = {};  // the output that gives the scale of this one, which is 0 on the motion itself
};

/// One set of equations of a problem. `projects_*`: the state is projected onto the constraints after every step.
struct Formulation {
  std::string_view name;
  std::string meaning;
  Form form = Form::ode;
  bool projects_positions = false, projects_velocities = false;
  std::vector<Output> invariants = {};  // beside the energy

  /// What methods say they are fit for: the form, or `projected` where they have to bear a state that is moved.
  std::string_view family() const { return projects_positions ? "projected" : plumb::name(form); }
};

/// q and v in the coordinates of one formulation.
template <class T>
struct Configuration {
  Vec<T> q, v;
};

/// What a problem provides in one working precision; `parameters` are complete and checked.
template <class T>
struct Model {
  /// The equations of a formulation.
  std::function<AnySystem<T>(const Parameters&, const Formulation&)> system;
  /// Initial state in minimal coordinates (those of the `ode` formulation).
  std::function<Configuration<T>(const Parameters&)> initial;
  /// A state in minimal coordinates at time t, in the coordinates of a formulation.
  std::function<Configuration<T>(const Parameters&, const Formulation&, const T& t, const Configuration<T>&)> embed;
};

struct Problem {
  std::string_view name, title, source;
  std::string_view t_end;  // default horizon, s
  std::vector<ParameterSpec> parameters;
  std::vector<Formulation> formulations;  // the first is the default
  std::vector<Output> outputs;
  std::string_view invariants;  // in words
  Model<double> in_double;
  Model<long double> in_long;
  Model<quad> in_quad;
  /// Throws std::invalid_argument when values that are fine one by one make no problem together.
  std::function<void(const Parameters&)> check = [](const Parameters&) {};

  template <class T>
  const Model<T>& in() const {
    if constexpr (std::is_same_v<T, double>)
      return in_double;
    else if constexpr (std::is_same_v<T, long double>)
      return in_long;
    else
      return in_quad;
  }
  const Formulation* formulation(std::string_view wanted) const {
    for (const auto& f : formulations)
      if (f.name == wanted) return &f;
    return nullptr;
  }
};

/// The initial state of a formulation, completed with consistent accelerations and multipliers (index 1). Throws
/// std::invalid_argument if these do not exist or the data violate a constraint at any level.
template <class T>
typename AnySystem<T>::State initial_state(const Problem& problem, const Parameters& parameters,
                                           const Formulation& formulation, AnySystem<T>& system) {
  const auto& model = problem.in<T>();
  const auto start = model.embed(parameters, formulation, T(0), model.initial(parameters));
  auto x = zero_state(system);
  x.q = start.q, x.v = start.v;
  if (!system.acceleration(T(0), x.q, x.v, x.a, x.lambda))
    throw std::invalid_argument(
        "inconsistent initial values: no acceleration, mass and constraints are singular there");
  require_consistent(system, T(0), x);
  return x;
}

}  // namespace plumb
