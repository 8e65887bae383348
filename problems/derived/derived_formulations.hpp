#pragma once
// Formulations that are derived in the same way for every problem. A request names them with parameters:
// "baumgarte(alpha=5)" changes "index1", and "rotation-baumgarte(alpha=5)" changes "rotation-index1".

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "problems/problem.hpp"

namespace plumb {

struct DerivedFormulation {
  std::string name, meaning, source;
  Form of;  // form of the formulations from which this formulation is derived
  std::vector<ParameterSpec> parameters;
  /// Derives the equations from the formulation `listed` of a problem. `step` is the step size [s] as text, for
  /// parameters in multiples of 1/step. Throws std::invalid_argument if the parameter values are incompatible.
  std::function<Derivation(const Formulation& listed, const Parameters& values, const std::string& step)> derive;
  bool settles = false;      // Formulation::settles
  bool of_momenta = true;    // whether it also changes formulations whose velocities are momenta
  std::string synonym = {};  // another name that requests may have; results have `name`
};

std::span<const DerivedFormulation> derived_formulations();
/// Returns the meaning, with the synonym.
std::string explanation(const DerivedFormulation& kind);
/// Returns the name with its parameters and defaults: "baumgarte(alpha=5,beta,unit=per-second)".
std::string usage(const DerivedFormulation& kind);

/// The parts of a name such as "rotation-baumgarte".
struct DerivedName {
  const DerivedFormulation& kind;
  std::string listed;  // name of the problem's formulation from which it is derived: "rotation-index1"
};
/// Returns nullopt if no derived formulation has this name.
std::optional<DerivedName> derived_name(std::string_view name);
/// Returns the names of all derived formulations of a problem.
std::vector<std::string> derived_names(const Problem& problem);

/// Returns the derived formulation, a cached object that is valid until the program ends.
const Formulation& derived_formulation(const DerivedFormulation& kind, const Formulation& listed,
                                       const Parameters& values, const std::string& step);

}  // namespace plumb
