#pragma once
// Runs and the slopes of their errors, for the tests of methods.

#include <cmath>
#include <string>

#include "contract/testing/maxima.hpp"
#include "methods/method.hpp"
#include "methods/testing/models.hpp"

namespace plumb::testing {

/// The default parameters of a method, overridden by `overrides`.
inline MethodOptions options_of(const Method& method, const std::map<std::string, std::string>& overrides = {}) {
  return {Parameters(method.parameters, overrides), {}};
}

/// Integrates from 0 to `end`, and calls `visit(n, x)` after step n. Returns the failure that ended the run, or ok.
template <class M, class T, class State, class Visit>
StepResult integrate(M& stepper, State& x, const T& end, int steps, Visit visit) {
  const T h = end / T(steps);
  StepResult result = stepper.start(T(0), h, x);
  for (int n = 0; n < steps && result.status == Status::ok; ++n) {
    result = stepper.step(T(n) * h, h, x);
    visit(n + 1, x);
  }
  return result;
}

template <class T>
struct Distance {
  T q = 0, v = 0, lambda = 0;
  bool has_multipliers = false;  // false: `lambda` is undefined

  /// Sets each distance to the larger of both; a NaN remains.
  void raise_to(const Distance& other) {
    q = larger(q, other.q);
    v = larger(v, other.v);
    lambda = larger(lambda, other.lambda);
    has_multipliers = has_multipliers || other.has_multipliers;
  }
};

/// The distance of a run that failed: not a number.
inline Distance<quad> no_distance() { return {NAN, NAN, NAN, true}; }

/// log₂ of the ratios of the errors with n and 2n steps.
inline Distance<double> slopes(const Distance<quad>& coarse, const Distance<quad>& fine) {
  const auto slope = [](const quad& a, const quad& b) { return static_cast<double>(log2(a / b)); };
  return {slope(coarse.q, fine.q), slope(coarse.v, fine.v), slope(coarse.lambda, fine.lambda),
          coarse.has_multipliers || fine.has_multipliers};
}

/// The distances of two states in the max norm, positions in the chart of the system.
template <class S>
Distance<typename S::Scalar> distance(S& system, const typename S::State& x, const typename S::State& y) {
  auto w = x.v;
  system.local(x.q, y.q, w);
  Distance<typename S::Scalar> d;
  d.q = max_norm(w);
  d.v = max_norm(x.v - y.v);
  d.has_multipliers = x.lambda.size() > 0;
  if (d.has_multipliers) d.lambda = max_norm(x.lambda - y.lambda);
  return d;
}

}  // namespace plumb::testing
