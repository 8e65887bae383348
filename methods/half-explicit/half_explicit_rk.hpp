#pragma once
// Half-explicit Runge-Kutta methods with fixed steps; their stages are in half_explicit_stages.hpp.
//
// Memory: v' and λ of the last stage, if the method reuses them as its first stage. Cost: the stages; HEM3, HEM4 and
// MEXX also evaluate the acceleration at the end of the step, and MEXX projects the velocity there:
//
//   M δ + Gᵀ μ = 0,   G δ = −(G v + ∂Φ/∂t),   v⁺ = v + δ

#include <span>

#include "contract/method.hpp"
#include "methods/half-explicit/half_explicit_stages.hpp"

namespace plumb {

/// Returns whether a half-explicit method can solve the equations: index2, or no constraints.
template <class S>
bool has_constraints_on_velocities(const S& s) {
  return s.sizes().lambda == 0 || s.form() == Form::index2;
}

template <class S>
class HalfExplicitRk {
 public:
  using T = typename S::Scalar;
  using State = typename S::State;

  HalfExplicitRk(S& system, const MethodOptions&, const HalfExplicitData& data)
      : s(system),
        stages(system, data),
        projects_velocity(data.projects_velocity),
        factors(system.template factors<T>()),
        q(zero_state(system).q),
        change(zero_state(system).v),
        violation(zero_state(system).lambda),
        store(Vec<T>::Zero(data.reuses_last_stage ? system.sizes().v + system.sizes().lambda : 0)) {}

  StepResult start(const T& t, const T&, State& x) {
    if (!has_constraints_on_velocities(s))
      return {Status::unsupported, 0, "supports constraints at velocity level only"};
    if (!s.acceleration(t, x.q, x.v, x.a, x.lambda)) return singular();
    remember(x);
    return {};
  }

  StepResult step(const T& t, const T& h, State& x) {
    if (reuses_last_stage()) {
      stages.accelerations[0] = store.head(x.v.size());
      stages.lambda = store.tail(stages.lambda.size());
    }
    if (!stages.take(t, h, x)) return singular();
    stages.combine(stages.table.b, stages.table.b.size(), h, x);
    s.retract(x.q, stages.theta, q);
    x.q = q;
    x.v = stages.velocity;
    *counters.stages += static_cast<std::int64_t>(stages.table.stages());
    if (projects_velocity && !project(t + h, x)) return singular();
    if (!reuses_last_stage()) return s.acceleration(t + h, x.q, x.v, x.a, x.lambda) ? StepResult{} : singular();
    x.a = stages.accelerations.back();
    x.lambda = stages.lambda;
    remember(x);
    return {};
  }

  std::span<T> memory() { return {store.data(), static_cast<std::size_t>(store.size())}; }
  Counters counters;

 private:
  static StepResult singular() { return {Status::singular, 0, "bordered matrix"}; }
  bool project(const T& t, State& x) {
    if (s.sizes().lambda == 0) return true;
    if (!s.factor(factors, {t, x}, Blend<T>{.mass = 1})) return false;
    s.constraint_rate(t, x.q, x.v, violation);
    violation = -violation;
    change.setZero();
    s.solve(factors, change, violation);
    x.v += change;
    return true;
  }
  bool reuses_last_stage() const { return stages.table.reuses_last_stage; }
  void remember(const State& x) {
    if (!reuses_last_stage()) return;
    store.head(x.a.size()) = x.a;
    store.tail(x.lambda.size()) = x.lambda;
  }

  S& s;
  HalfExplicitStages<S> stages;
  const bool projects_velocity;
  typename S::template Factors<T> factors;
  typename S::Q q;
  typename S::V change;
  typename S::L violation;
  Vec<T> store;
};

}  // namespace plumb
