#pragma once
// All pairs of a method implemented in Plumb and a problem with a formulation that it supports, in double and in the
// type-erased binding.

#include <algorithm>

#include "methods/catalogue.hpp"
#include "methods/families.hpp"
#include "problems/catalogue.hpp"

namespace plumb::testing {

/// Returns whether the problem has beams, which vibrate fast and consist of many bodies. Their tests use small steps
/// and few elements.
inline bool has_beams(const Problem& problem) {
  return problem.formulation("momenta-index3") != nullptr || problem.name == "beam";
}

struct Pair {
  const Method* method;
  const Problem* problem;
  const Formulation* formulation;
  Parameters data, options;

  std::string title() const {
    std::string text(method->info.name);
    return text.append(" on ").append(problem->name).append("/").append(formulation->name);
  }
  /// Returns a step that all methods can take [s].
  double step() const {
    if (has_beams(*problem)) return 1e-7;
    if (problem->name == "slider-crank-flexible") return 5e-6;
    return std::min(1e-3, number_from_text<double>(problem->t_end) / 5000);
  }
  AnySystem<double> system() const { return problem->in_double.system(data, *formulation); }
  AnySystem<double>::State start(AnySystem<double>& system) const {
    return initial_state(*problem, data, *formulation, system);
  }
  /// Returns whether the method may end with the status `unsupported` for this system.
  bool may_be_refused(const AnySystem<double>& system) const {
    return system.sizes().nonholonomic > 0 || method->info.needs_velocity_independence ||
           (method->info.vector_space_only && !system.vector_space()) ||
           (method->info.needs_dense_blocks && !system.offers_blocks());
  }
  std::unique_ptr<AnyStepper<double>> stepper(AnySystem<double>& system) const {
    return method->in_double(system, {options, {}});
  }
};

inline bool is_of_a_library(const Method& method) {
  static const auto libraries = library_methods();
  return std::any_of(libraries.begin(), libraries.end(),
                     [&](const Method& other) { return other.info.name == method.info.name; });
}

inline Parameters data_of(const Problem& problem) {
  return has_beams(problem) ? Parameters(problem.parameters, problem.general_data) : Parameters(problem.parameters, {});
}

/// Returns all pairs except pairs with methods of external libraries, whose internals cannot be tested.
inline std::vector<Pair> own_pairs() {
  std::vector<Pair> list;
  for (const auto& method : methods()) {
    if (is_of_a_library(method)) continue;
    for (const auto& problem : problems())
      for (const auto& formulation : problem.formulations)
        if (method.fits(formulation.family()))
          list.push_back({&method, &problem, &formulation, data_of(problem), Parameters(method.parameters, {})});
  }
  return list;
}

}  // namespace plumb::testing
