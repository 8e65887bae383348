#pragma once
// The half-implicit method: semi-implicit Euler on minimal coordinates and on index-3 equations.
//
//   M(q) a = f(t, q, v) − G(t, q)ᵀ λ,   v⁺ = v + h a,   q⁺ = q ⊞ h v⁺,   Φ(t⁺, q⁺) = 0
//
// Source: fang2023, eqs. (3)-(12). Forces and the directions of reactions are evaluated at t, constraints at t⁺. The
// unknowns are θ = h v⁺, which for translations is the increment of the position, and λ̂ = h² λ:
//
//   M (θ − h v) + Gᵀ λ̂ = h² f,   Φ(t⁺, q ⊞ θ) = 0         solved with [M Gᵀ; G 0] of (t, q), factorised once a step
//
// The matrix omits the change of G and the tangent of the chart, so no derivative of a force or reaction is needed.
// Each iteration reduces the error by a factor like h |v|. Initial values are h v + h² a and λ̂ of the step before. The
// convergence test measures the increments of θ and λ̂ together [m, rad, kg m]; the paper's test is absolute,
// newton_norm=euclidean.
//
// The first equation is linear: the first increment solves it, and all further increments preserve the solution. So its
// residual is evaluated once a step, unless the convergence test uses residuals.
//
// On rotations q ⊞ h v⁺ is A exp(h ω⁺), fang2023, eq. (4d), with retraction=exponential. Other retractions agree with
// it to second order and define other methods of the same order. If M depends on q, f contains the terms quadratic in
// the velocity, and M is evaluated at t.
//
// λ and a are values at the beginning of the step. By default (end=beginning) the step returns them, and as values at
// its end they have order 1 as well. The first step is an exception: its v is the velocity at t0, not the velocity of a
// step before. So Φ(q ⊞ h v + h² a) = 0 requires only half of the centripetal acceleration, for any h. end=equations
// returns λ and a of the index-1 equations at the end, for one more factorisation and force.
//
// It has order 1 in q, v and λ. With a constant M, f = f(q) and q in a vector space it is symplectic: its positions are
// the positions of SHAKE, its velocities are velocities at midpoints of steps, and the energy error stays bounded. On
// rotations the gyroscopic torque is explicit, and the energy of a free body grows. It is stable for ωh <= 2 (√(1 + ξ²)
// − ξ), with the damping ratio ξ.
//
// Memory: a and λ, if there are constraints. Cost: one force, one reaction, one factorisation, and the constraints and
// solves of the iteration; without constraints one acceleration.

#include <algorithm>
#include <optional>

#include "methods/implicit/natural_units.hpp"

namespace plumb {

template <class S>
class HalfImplicit {
 public:
  using T = typename S::Scalar;
  using V = typename S::V;
  using L = typename S::L;
  using State = typename S::State;

  HalfImplicit(S& system, const MethodOptions& options)
      : s(system),
        constrained(system.sizes().lambda != 0),
        ends_with_equations(options.parameters.is("end", "equations")),
        tests_residual(options.newton.test == NewtonTest::residual),
        norm(options.newton.norm),
        units(system, options.newton),
        newton_iteration(options.newton, Convergence::linear),
        y(zero_state(system)),
        theta(y.v),
        force(y.v),
        r(y.v),
        work(y.v),
        lambda_hat(y.lambda),
        phi(y.lambda),
        store(Vec<T>::Zero(constrained ? system.sizes().v + system.sizes().lambda : 0)) {
    if (constrained) factors.emplace(system.template factors<T>());
  }

  StepResult start(const T& t, const T& step_size, State& x) {
    if (!imposes_only_positions(s)) return {Status::unsupported, 0, "supports constraints at position level only"};
    if (!s.acceleration(t, x.q, x.v, x.a, x.lambda)) return {Status::singular, 0, "acceleration"};
    if (!constrained) return {};
    remember(x);
    units.measure(s, t, step_size, x);
    newton_iteration.expect(units.position);
    return {};
  }

  StepResult step(const T& t, const T& step_size, State& x) {
    h = step_size;
    begin_t = t;
    begin = &x;
    if (const auto result = constrained ? iterate() : kick(); result.status != Status::ok) return result;
    x.v = theta / h;
    x.q = y.q;
    ++*counters.stages;
    if (ends_with_equations && !s.acceleration(t + h, x.q, x.v, x.a, x.lambda))
      return {Status::singular, 0, "acceleration"};
    return {};
  }

  std::span<T> memory() { return {store.data(), static_cast<std::size_t>(store.size())}; }
  Counters counters;

 private:
  auto a() { return store.head(s.sizes().v); }
  auto lambda() { return store.tail(s.sizes().lambda); }
  void remember(const State& x) {
    a() = x.a;
    lambda() = x.lambda;
  }

  // Without constraints: computes θ and q⁺ from the acceleration at t.
  StepResult kick() {
    if (!s.acceleration(begin_t, begin->q, begin->v, begin->a, begin->lambda))
      return {Status::singular, 0, "acceleration"};
    theta = h * (begin->v + h * begin->a);
    s.retract(begin->q, theta, y.q);
    return {};
  }

  // With constraints: computes θ and q⁺ by Newton's iteration, and sets a and λ at t.
  StepResult iterate() {
    begin->a = a();
    begin->lambda = lambda();
    s.force(begin_t, begin->q, begin->v, force);
    theta = h * begin->v + h * h * begin->a;
    lambda_hat = h * h * begin->lambda;
    is_balanced = false;
    if (const auto result = newton_iteration.solve(*this, counters); result.status != Status::ok) return result;
    begin->a = (theta / h - begin->v) / h;
    begin->lambda = lambda_hat / (h * h);
    remember(*begin);
    return {};
  }

  // ---- members called by the iteration

  friend class NewtonIteration<T>;
  static constexpr std::string_view increment_name = "increment of h v and h^2 lambda";

  bool evaluate() {
    s.retract(begin->q, theta, y.q);
    s.constraint(begin_t + h, y.q, phi);
    phi = -phi;
    if (is_balanced && !tests_residual)
      clear(r);
    else
      balance();
    ++*counters.residual_evaluations;
    return true;
  }
  // r ← h² f − M (θ − h v) − Gᵀ λ̂; leaves Gᵀ λ̂ in `work`.
  void balance() {
    work = theta - h * begin->v;
    s.momentum(begin->q, work, r);
    s.reaction(begin_t, begin->q, lambda_hat, work);
    r = h * h * force - r - work;
  }
  T residual_size() const { return newton_norm(norm, r, phi); }
  T residual_scale() const { return std::max(newton_norm(norm, work), newton_norm(norm, y.q)); }
  bool correct(bool first) {
    if (first && !s.factor(*factors, {begin_t, *begin}, Blend<T>{.mass = 1})) return false;
    s.solve(*factors, r, phi);
    theta += r;
    lambda_hat += phi;
    is_balanced = true;
    return true;
  }
  T increment_size() const { return units.size(units.theta, r, units.lambda, phi); }
  T increment_scale() const {
    return std::max(units.size(units.q, y.q), units.size(units.theta, theta, units.lambda, lambda_hat));
  }
  bool accept() {
    s.retract(begin->q, theta, y.q);
    return true;
  }
  static StepResult failure() { return {Status::singular, 0, "iteration matrix"}; }

  S& s;
  bool constrained, ends_with_equations, tests_residual;
  bool is_balanced = false;  // whether the iterate satisfies the first equation
  NewtonNorm norm;
  NaturalUnits<S> units;
  NewtonIteration<T> newton_iteration;
  std::optional<typename S::template Factors<T>> factors;  // factors, only with constraints
  State y;                                                 // workspace; y.q is the final position of the step
  V theta, force, r, work;
  L lambda_hat, phi;
  Vec<T> store;
  T h = 0, begin_t = 0;
  State* begin = nullptr;
};

}  // namespace plumb
