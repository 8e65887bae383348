#pragma once
// Tests let methods move a problem from its start, in one formulation and one precision.

#include <string>

#include "methods/catalogue.hpp"
#include "methods/testing/convergence.hpp"
#include "problems/problem.hpp"

namespace plumb::testing {

template <class T>
struct MovedProblem {
  AnySystem<T> system;
  typename AnySystem<T>::State start, x;  // x is where the last method has come to
  Counters counters;                      // of that method

  MovedProblem(const Problem& problem, const Parameters& data, const std::string& formulation)
      : system(problem.in<T>().system(data, *problem.formulation(formulation))),
        start(initial_state(problem, data, *problem.formulation(formulation), system)),
        x(start) {}

  /// Moves x in so many steps until `end`, which is counted from 0 [s]. After a failure it may be without numbers.
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
  /// Does the same with the default parameters of a method of the catalogue.
  StepResult by(std::string_view method, const T& end, int steps) {
    const auto& chosen = catalogued_method(method);
    return by(chosen, options_of(chosen), end, steps);
  }
};

}  // namespace plumb::testing
