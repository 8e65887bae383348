#pragma once
// The implicit equation of the conditionally explicit family, if the acceleration g(v, x, t) depends on the velocity:
//
//   b_a + b_2 u = g(b_v + b_1 u, x, t)
//
// The unknown u determines v = b_v + b_1 u and a = b_a + b_2 u with known vectors b_v, b_a and weights b_1, b_2. With
// the mass matrix M and the force f = M g, the equation is solved from the given u by one of two iterations:
//
//   fixed point   u ← (g − b_a)/b_2
//   Newton        (b_2 M − b_1 ∂f/∂v) Δu = f − M (b_a + b_2 u)
//
// Both stop by the change of the velocity, |b_1 Δu|, because u itself is divided by powers of h and does not converge
// to rounding.

#include "methods/implicit/newton.hpp"

namespace plumb {

template <class S>
class ImplicitAcceleration {
 public:
  using T = typename S::Scalar;
  using V = typename S::V;
  using State = typename S::State;

  V bv, ba, u, a;  // known terms of v = b_v + b_1 u and a = b_a + b_2 u; unknown u; acceleration a at the solution
  T b1 = 0, b2 = 1;

  ImplicitAcceleration(S& system, const MethodOptions& options)
      : bv(zero_state(system).v),
        ba(bv),
        u(bv),
        a(bv),
        s(system),
        factors(system.template factors<T>()),
        norm(options.newton.norm),
        tests_residual(options.newton.test == NewtonTest::residual),
        newton(options.parameters.is("solve", "newton")),
        iteration(options.newton, Convergence::linear),
        du(bv),
        at(zero_state(system)) {}

  /// Returns the reason why this iteration cannot be used on this system; the status is ok if it can.
  StepResult fitness() const {
    if (tests_residual)
      return {Status::unsupported, 0, "the Newton test supports the increment only, not the residual"};
    if (newton && s.sizes().lambda != 0) return {Status::unsupported, 0, "solve=newton needs minimal coordinates"};
    return {};
  }

  /// Solves for u and a at (t, q); `lambda` receives the multipliers of index 1.
  StepResult solve(const T& t, const typename S::Q& q, typename S::L& lambda, Counters& counters) {
    at.q = q;
    time = t;
    Equations equations{*this, lambda, counters};
    per_b2 = 1 / b2;
    return iteration.solve(equations, counters);
  }

 private:
  struct Equations {
    ImplicitAcceleration& of;
    typename S::L& lambda;
    Counters& counters;
    static constexpr std::string_view increment_name = "change of the velocity";

    bool evaluate() const {
      of.at.v = of.bv + of.b1 * of.u;
      ++*counters.residual_evaluations;
      return true;
    }
    bool correct(bool) const {
      if (!(of.newton ? of.newton_increment() : of.fixed_point_increment(lambda))) return false;
      of.u += of.du;
      return true;
    }
    T increment_size() const {
      using std::abs;
      return abs(of.b1) * newton_norm(of.norm, of.du);  // h < 0 if backwards in time
    }
    T increment_scale() const { return newton_norm(of.norm, of.at.v); }
    T residual_size() const { return increment_size(); }  // fitness() refuses residual tests
    T residual_scale() const { return increment_scale(); }
    bool accept() const {
      if (of.newton) of.a = of.ba + of.b2 * of.u;
      return true;
    }
    static StepResult failure() { return {Status::singular, 0, "acceleration"}; }
  };

  bool fixed_point_increment(typename S::L& lambda) {
    if (!s.acceleration(time, at.q, at.v, a, lambda)) return false;
    du = per_b2 * (a - ba) - u;
    return true;
  }

  bool newton_increment() {
    du = ba + b2 * u;
    s.momentum(at.q, du, a);
    s.force(time, at.q, at.v, du);
    du -= a;
    if (!s.factor(factors, {time, at}, Blend<T>{.mass = b2, .damping = b1})) return false;
    s.solve(factors, du, at.lambda);
    return true;
  }

  S& s;
  typename S::template Factors<T> factors;
  NewtonNorm norm;
  bool tests_residual, newton;
  NewtonIteration<T> iteration;
  V du;
  State at;
  T time = 0, per_b2 = 1;
};

}  // namespace plumb
