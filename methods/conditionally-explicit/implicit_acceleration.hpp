#pragma once
// The implicit equation of the conditionally explicit family when the acceleration depends on the velocity:
//
//   b_a + b_2 u = g(b_v + b_1 u, x, t)
//
// by fixed point, u ← (g − b_a)/b_2, or by Newton, (b_2 M − b_1 ∂f/∂v) Δu = f − M (b_a + b_2 u), from the u given.
// Both stop on the change of the velocity, |b_1 Δu|: u itself is divided by powers of h and never
// settles.
// Source: fernandez2024, section 6, eqs. (76)-(78).

#include "methods/newton.hpp"

namespace plumb {

/// Tolerance on the change of `x`: the one that was set, else what rounding leaves of a vector of its size.
template <class V>
auto change_tolerance(const NewtonSettings& settings, const V& x) {
  using T = typename V::Scalar;
  if (settings.tolerance) return T(*settings.tolerance);
  return T(16 * unit_roundoff<T>() * (1 + newton_norm(settings.norm, x)));
}

/// Whether an iteration whose change no longer falls has reached the rounding level of `x` without its tolerance.
template <class V>
bool stagnates(const NewtonSettings& settings, int iteration, const typename V::Scalar& change,
               const typename V::Scalar& before, const V& x) {
  using T = typename V::Scalar;
  return iteration > 3 && change >= before && change <= 1e4 * unit_roundoff<T>() * (1 + newton_norm(settings.norm, x));
}

template <class S>
class ImplicitAcceleration {
 public:
  using T = typename S::Scalar;
  using V = typename S::V;
  using State = typename S::State;

  V bv, ba, u, a;  // a: the acceleration at the solution
  T b1 = 0, b2 = 1;

  ImplicitAcceleration(S& system, const MethodOptions& options)
      : bv(zero_state(system).v),
        ba(bv),
        u(bv),
        a(bv),
        s(system),
        settings(options.newton),
        newton(options.parameters.is("solve", "newton")),
        du(bv),
        at(zero_state(system)) {}

  /// What this iteration cannot do on this system, or ok.
  StepResult fitness() const {
    if (settings.test == NewtonTest::residual) return {Status::unsupported, 0, "only the increment can be tested"};
    if (newton && s.sizes().lambda != 0) return {Status::unsupported, 0, "solve=newton needs minimal coordinates"};
    return {};
  }

  /// Solves for u and a at (t, q); `lambda` receives the multipliers of index 1.
  StepResult solve(const T& t, const typename S::Q& q, typename S::L& lambda, Counters& counters) {
    using std::isfinite;
    at.q = q, per_b2 = 1 / b2;
    T before(std::numeric_limits<double>::max());
    for (int k = 1; k <= settings.max_iterations; ++k) {
      at.v = bv + b1 * u;
      if (!(newton ? newton_increment(t) : fixed_point_increment(t, lambda)))
        return {Status::singular, 0, "acceleration"};
      u += du;
      ++*counters.newton_iterations, ++*counters.residual_evaluations;
      const T change = b1 * newton_norm(settings.norm, du);
      if (!isfinite(change)) return failed(Status::non_finite, change, counters);
      if (change <= change_tolerance(settings, at.v)) {
        if (newton) a = ba + b2 * u;
        return {};
      }
      if (stagnates(settings, k, change, before, at.v)) return failed(Status::tolerance_unreachable, change, counters);
      before = change;
    }
    return failed(Status::newton_diverged, before, counters);
  }

 private:
  bool fixed_point_increment(const T& t, typename S::L& lambda) {
    if (!s.acceleration(t, at.q, at.v, a, lambda)) return false;
    du = per_b2 * (a - ba) - u;
    return true;
  }

  bool newton_increment(const T& t) {
    du = ba + b2 * u;
    s.momentum(at.q, du, a);
    s.force(t, at.q, at.v, du);
    du -= a;
    if (!s.factor(t, at, {.mass = b2, .damping = b1})) return false;
    s.solve(du, at.lambda);
    return true;
  }

  StepResult failed(Status status, const T& change, Counters& counters) const {
    ++*counters.newton_failures;
    return {status, static_cast<double>(change), "change of the velocity",
            static_cast<double>(change_tolerance(settings, at.v))};
  }

  S& s;
  NewtonSettings settings;
  bool newton;
  V du;
  State at;
  T per_b2 = 1;
};

}  // namespace plumb
