#pragma once
// The accelerations and multipliers with which a method begins.

#include "contract/method.hpp"

namespace plumb {

inline ParameterSpec initial_parameter() {
  return {"initial", "consistent", "-",
          "accelerations and multipliers at t0: of the index-1 equations, or zero as in the computations of zhang2022",
          "consistent|zero"};
}

/// Sets x.a and x.lambda as chosen by the parameter `initial`.
template <class S>
StepResult initial_rates(S& system, const Parameters& p, const typename S::Scalar& t, typename S::State& x) {
  if (p.is("initial", "zero")) {
    x.a.setZero();
    x.lambda.setZero();
  } else if (!system.acceleration(t, x.q, x.v, x.a, x.lambda)) {
    return {Status::singular, 0, "acceleration"};
  }
  return {};
}

}  // namespace plumb
