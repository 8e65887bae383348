#pragma once
// HEDOP5 and PHEM56 with the embedded weights b̂ of Dormand and Prince, which also weigh the last stage, at (q⁺, v⁺):
//
//   e_q = h Σ (b̂_i − b_i) k_i,   e_v = h Σ (b̂_i − b_i) v'_i + d,   G(t⁺, q⁺) (v⁺ + e_v) + ∂Φ/∂t = 0
//
// Without the projection d along M⁻¹Gᵀ, computed by the matrix of the last stage, e_v would have order 4 instead of 5.
//
// Source: Arnold & Murua 1998, section 4; the projection with the last matrix is from the code PHEM56.
// Memory: v' and λ at the beginning of the step. Cost: the stages, and one solve.

#include "methods/adaptive/tolerance.hpp"
#include "methods/half-explicit/half_explicit_rk.hpp"

namespace plumb {

template <class S>
class HalfExplicitPair {
 public:
  using T = typename S::Scalar;
  using State = typename S::State;
  static constexpr int power = 5;

  HalfExplicitPair(S& system, const MethodOptions&, const HalfExplicitData& data)
      : s(system),
        stages(system, data),
        begin(zero_state(system)),
        next(begin),
        error_of_v(begin.v),
        violation(begin.lambda) {
    for (const auto& text : data.embedded) differences.push_back(number_from_text<T>(text));
    for (std::size_t i = 0; i < stages.table.b.size(); ++i) differences[i] -= stages.table.b[i];
  }

  StepResult start(const T& t, const T&, State& x) {
    if (!has_constraints_on_velocities(s))
      return {Status::unsupported, 0, "supports constraints at velocity level only"};
    if (const auto result = renew(t, x); result.status != Status::ok) return result;
    x.a = begin.a;
    x.lambda = begin.lambda;
    return {};
  }
  StepResult renew(const T& t, const State& x) {
    return s.acceleration(t, x.q, x.v, begin.a, begin.lambda) ? StepResult{} : singular();
  }

  StepResult attempt(const T& t, const T& h, const State& x, const Tolerance<S>&) {
    stages.accelerations[0] = begin.a;
    stages.lambda = begin.lambda;
    *counters.stages += static_cast<std::int64_t>(stages.table.stages()) - 1;
    if (!stages.take(t, h, x)) return singular();
    stages.combine(stages.table.b, stages.table.b.size(), h, x);
    s.retract(x.q, stages.theta, next.q);
    next.v = stages.velocity;
    next.a = stages.accelerations.back();
    next.lambda = stages.lambda;
    end = t + h;
    return next.q.allFinite() && next.v.allFinite() ? StepResult{} : StepResult{Status::non_finite, 0, "state"};
  }

  /// Precondition: an attempt has succeeded.
  double error(const T& h, const State& x, const Tolerance<S>& tolerance) {
    stages.combine(differences, differences.size(), h, x);
    stages.velocity -= x.v;
    if (violation.size() != 0) {
      error_of_v = next.v + stages.velocity;
      s.constraint_rate(end, next.q, error_of_v, violation);
      stages.remove_from_constraints(error_of_v, violation);
      stages.velocity += error_of_v;
    }
    return tolerance.size(stages.theta, stages.velocity, x, next, h);
  }

  StepResult accept(const T&, const T&, State& x) {
    begin.a = next.a;
    begin.lambda = next.lambda;
    x = next;
    return {};
  }

  Counters counters;

 private:
  static StepResult singular() { return {Status::singular, 0, "bordered matrix"}; }

  S& s;
  HalfExplicitStages<S> stages;
  std::vector<T> differences;  // weight differences b̂ − b
  State begin, next;           // begin: v' and λ at the start of the step; next: end of the last attempted step
  T end = 0;
  typename S::V error_of_v;
  typename S::L violation;
};

}  // namespace plumb
