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
  Form of;  // form of the formulations that it changes
  std::vector<ParameterSpec> parameters;
  /// Makes the equations. `step` is the step size [s] as text, for parameters in multiples of 1/step. Throws
  /// std::invalid_argument if the values make no formulation together.
  std::function<Derivation(const Formulation& listed, const Parameters& values, const std::string& step)> derive;
};

std::span<const DerivedFormulation> derived_formulations();
/// Returns the name with its parameters and defaults: "baumgarte(alpha=5,beta,unit=per-second)".
std::string usage(const DerivedFormulation& kind);

/// The parts of a name such as "rotation-baumgarte".
struct DerivedName {
  const DerivedFormulation& kind;
  std::string listed;  // name of the formulation that it changes: "rotation-index1"
};
/// Returns nullopt if no derived formulation has this name.
std::optional<DerivedName> derived_name(std::string_view name);
/// Returns the names of the derived formulations that a problem has.
std::vector<std::string> derived_names(const Problem& problem);

/// Returns a formulation of the problem, which lives as long as the program: the same one for the same arguments.
const Formulation& derived_formulation(const DerivedFormulation& kind, const Formulation& listed,
                                       const Parameters& values, const std::string& step);

}  // namespace plumb
