#pragma once
// Rosenbrock methods with embedded weights b̂, on the equations without constraints and of index 1:
//
//   e = Σ (m_i − m̂_i) U_i,   m = b Γ⁻¹      for positions and velocities
//
// Source: Hairer & Wanner, Solving ODEs II, section IV.7; methods/rosenbrock/rosenbrock_stages.hpp.
// Memory: accelerations and multipliers at the beginning of the step. Cost: the same as with fixed steps.

#include "methods/adaptive/tolerance.hpp"
#include "methods/rosenbrock/rosenbrock_stages.hpp"

namespace plumb {

template <class T>
struct RosenbrockEmbedded {
  int power, order;  // power: exponent of h in the error estimate; order: of the method
  RosenbrockTable<T> table;
};

template <class S>
class RosenbrockPair {
 public:
  using T = typename S::Scalar;
  using State = typename S::State;
  const int power;

  RosenbrockPair(S& system, const MethodOptions&, const RosenbrockEmbedded<T>& with)
      : power(with.power),
        s(system),
        stages(system, with.table, with.order),
        begin(zero_state(system)),
        theta(begin.v),
        v(begin.v) {}

  StepResult start(const T& t, const T& h, State& x) {
    if (const auto fit = stages.fitness(); fit.status != Status::ok) return fit;
    if (const auto result = renew(t, x); result.status != Status::ok) return result;
    x.a = begin.a;
    x.lambda = begin.lambda;
    stages.measure(t, h, x);
    return {};
  }
  StepResult renew(const T& t, const State& x) {
    return s.acceleration(t, x.q, x.v, begin.a, begin.lambda) ? StepResult{}
                                                              : StepResult{Status::singular, 0, "acceleration"};
  }

  StepResult attempt(const T& t, const T& h, const State& x, const Tolerance<S>&) {
    begin.q = x.q;
    begin.v = x.v;
    return stages.take(t, h, begin, counters);
  }
  /// Precondition: an attempt has succeeded.
  double error(const T& h, const State& x, const Tolerance<S>& tolerance) {
    stages.combine(stages.table.error, theta, v);
    return tolerance.size(theta, v, x, stages.next, h);
  }
  StepResult accept(const T&, const T&, State& x) {
    x = stages.next;
    begin.a = x.a;
    begin.lambda = x.lambda;
    return {};
  }

  Counters counters;

 private:
  S& s;
  RosenbrockStages<S> stages;
  State begin;  // state at the beginning of the step, with accelerations and multipliers
  typename S::V theta, v;
};

}  // namespace plumb
