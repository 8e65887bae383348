#pragma once
// The fully implicit method with which fang2023 compares the half-implicit method: implicit Euler on minimal
// coordinates and on index-3 equations, with its own Newton matrix.
//
//   M(q⁺) a⁺ = f(t⁺, q⁺, v⁺) − G(t⁺, q⁺)ᵀ λ⁺,   v⁺ = v + h a⁺,   q⁺ = q ⊞ h v⁺,   Φ(t⁺, q⁺)/h² = 0
//
// Source: fang2023, eqs. (13)-(14). The unknowns are a⁺ and λ⁺; their initial values are the results of the step
// before. The convergence test measures the increments of both together [m/s², rad/s², N]. The paper's tolerance is the
// tolerance of half-implicit divided by h²: newton_tol=1e-10/h², newton_norm=euclidean. Residuals are evaluated at the
// iterate; the matrix is
//
//   jacobian=paper   [M − h ∂f/∂v − h² ∂f/∂q, Gᵀ; G, 0] at t, factorised once a step, without the derivatives of
//                    reactions and of M a. In the paper's mechanisms all forces are weights, so ∂f contains only the
//                    derivative of the gyroscopic torque
//   jacobian=exact   [M − h ∂f/∂v − h² K N, Gᵀ; G N, 0] at the iterate, in every iteration: K = ∂(f − Gᵀλ − M a)/∂q,
//                    N the tangent of the chart at h v⁺. According to fang2023, section 4, this may improve convergence
//
// Both converge to the same step as `implicit-euler`. On rotations q ⊞ h v⁺ is A exp(h ω⁺), eq. (14d), with
// retraction=exponential; other retractions agree with it to second order.
//
// It has order 1 in q and v, and in λ from the second step on: the first λ lacks half of the centripetal part, as in
// half-implicit. The method is A-stable and L-stable; ρ_∞ = 0. With jacobian=paper each iteration multiplies the error
// by about h |ω|, so it diverges if h |ω| >= 1: the heavy top with h = 1/100 s turns by 1.5 rad in a step.
//
// Memory: a and λ, the initial values of the iteration. Cost: the residuals and solves of the iteration, with one force
// evaluation each.

#include "methods/implicit/natural_units.hpp"

namespace plumb {

template <class S>
class FullyImplicit {
 public:
  using T = typename S::Scalar;
  using V = typename S::V;
  using L = typename S::L;
  using State = typename S::State;

  FullyImplicit(S& system, const MethodOptions& options)
      : s(system),
        is_exact(options.parameters.is("jacobian", "exact")),
        norm(options.newton.norm),
        units(system, options.newton),
        newton_iteration(options.newton, is_exact ? Convergence::quadratic : Convergence::linear),
        factors(system.template factors<T>()),
        begin(zero_state(system)),
        y(begin),
        theta(y.v),
        force(y.v),
        r(y.v),
        phi(y.lambda),
        store(Vec<T>::Zero(system.sizes().v + system.sizes().lambda)) {}

  StepResult start(const T& t, const T& step_size, State& x) {
    if (!imposes_only_positions(s)) return {Status::unsupported, 0, "supports constraints at position level only"};
    if (!s.acceleration(t, x.q, x.v, x.a, x.lambda)) return {Status::singular, 0, "acceleration"};
    a() = x.a;
    lambda() = x.lambda;
    units.measure(s, t, step_size, x);
    newton_iteration.expect(units.acceleration);
    return {};
  }

  StepResult step(const T& t, const T& step_size, State& x) {
    h = step_size;
    begin_t = t;
    begin.q = x.q;
    begin.v = x.v;
    y.a = a();
    y.lambda = lambda();
    if (const auto result = newton_iteration.solve(*this, counters); result.status != Status::ok) return result;
    a() = y.a;
    lambda() = y.lambda;
    x = y;
    ++*counters.stages;
    return {};
  }

  std::span<T> memory() { return {store.data(), static_cast<std::size_t>(store.size())}; }
  Counters counters;

 private:
  auto a() { return store.head(s.sizes().v); }
  auto lambda() { return store.tail(s.sizes().lambda); }

  void move() {
    y.v = begin.v + h * y.a;
    theta = h * y.v;
    s.retract(begin.q, theta, y.q);
  }

  // ---- members called by the iteration

  friend class NewtonIteration<T>;
  static constexpr std::string_view increment_name = "increment of the accelerations and multipliers";

  bool evaluate() {
    move();
    const T t = begin_t + h;
    s.momentum(y.q, y.a, r);
    s.reaction(t, y.q, y.lambda, force);
    r += force;
    s.force(t, y.q, y.v, force);
    r = force - r;
    s.constraint(t, y.q, phi);
    phi /= -h * h;
    ++*counters.residual_evaluations;
    return true;
  }
  T residual_size() const { return newton_norm(norm, r, phi); }
  T residual_scale() const { return newton_norm(norm, force, y.lambda) + rounded(); }
  bool correct(bool first) {
    if (!(is_exact ? linearise_exactly() : !first || linearise_as_the_paper())) return false;
    s.solve(factors, r, phi);
    y.a += r;
    y.lambda += phi;
    return true;
  }
  T increment_size() const { return units.size(units.rates, r, units.lambda, phi); }
  T increment_scale() const { return units.size(units.rates, y.a, units.lambda, y.lambda) + rounded(); }
  bool accept() {
    move();
    return true;
  }
  static StepResult failure() { return {Status::singular, 0, "iteration matrix"}; }

  // Returns the magnitude whose rounding limits the accuracy of the constraint rows.
  T rounded() const { return y.lambda.size() == 0 ? T(0) : units.size(units.q, y.q) / (h * h); }

  // Because `begin` has a = 0 and λ = 0, K is ∂f/∂q.
  bool linearise_as_the_paper() {
    return s.factor(factors, {begin_t, begin}, Blend<T>{.mass = 1, .damping = h, .stiffness = h * h});
  }
  bool linearise_exactly() {
    PointOf<S> at{begin_t + h, y};
    at.centre = &begin.q;
    at.theta = &theta;
    return s.factor(factors, at, Blend<T>{.mass = 1, .damping = h, .stiffness = h * h, .jacobian = 0, .position = 1});
  }

  S& s;
  bool is_exact;
  NewtonNorm norm;
  NaturalUnits<S> units;
  NewtonIteration<T> newton_iteration;
  typename S::template Factors<T> factors;
  State begin, y;  // initial state of the step, with a = 0 and λ = 0; iterate of the final state
  V theta, force, r;
  L phi;
  Vec<T> store;
  T h = 0, begin_t = 0;
};

}  // namespace plumb
