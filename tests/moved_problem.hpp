#pragma once
// A problem whose motion tests integrate with methods, in one formulation and one precision.

#include <string>

#include "methods/catalogue.hpp"
#include "methods/testing/convergence.hpp"
#include "problems/problem.hpp"

namespace plumb::testing {

template <class T>
struct MovedProblem {
  AnySystem<T> system;
  typename AnySystem<T>::State start, x;  // x: state after the last call of by()
  Counters counters;                      // counters of the method in the last call of by()

  MovedProblem(const Problem& problem, const Parameters& data, const std::string& formulation)
      : system(problem.in<T>().system(data, *problem.formulation(formulation))),
        start(initial_state(problem, data, *problem.formulation(formulation), system)),
        x(start) {}

  /// Integrates from x over the duration `end` [s] in `steps` steps. After a failure x may contain NaN.
  template <class Visit>
  StepResult by(const Method& method, const MethodOptions& options, const T& end, int steps, Visit visit) {
    const auto stepper = method.in<T>()(system, options);
    const auto result = integrate(*stepper, x, end, steps, visit);
    counters = stepper->counters();
    return result;
  }
  StepResult by(const Method& method, const MethodOptions& options, const T& end, int steps) {
    return by(method, options, end, steps, [](int, const auto&) {});
  }
  /// Integrates with a method of the catalogue and its default parameters.
  StepResult by(std::string_view method, const T& end, int steps) {
    const auto& chosen = catalogued_method(method);
    return by(chosen, options_of(chosen), end, steps);
  }
};

}  // namespace plumb::testing
