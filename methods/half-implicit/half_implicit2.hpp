#pragma once
// A half-implicit method of second order, on minimal coordinates and on index-3 equations. It computes positions from
// forces and reactions at t, and velocities from forces and reactions at t⁺. It needs no derivatives of forces and
// reactions.
//
//   M(q) (w − v)   = h/2 (f(t, q, v)   − G(t, q)ᵀ λ'),       q⁺ = q ⊞ h w,   Φ(t⁺, q⁺) = 0
//   M(q⁺) (v⁺ − w) = h/2 (f(t⁺, q⁺, v*) − G(t⁺, q⁺)ᵀ λ''),   G(t⁺, q⁺) v⁺ + ∂Φ/∂t = 0,   v* = 2 w − v
//   M(q⁺) a⁺       = f(t⁺, q⁺, v*) − G(t⁺, q⁺)ᵀ λ⁺,          Φ'' = 0 for v⁺ and a⁺
//
// On rotations the gyroscopic part of f is replaced by momenta at both ends that correspond to w; C(θ) = ∂θ'/∂v of the
// chart:
//
//   C(−h w)ᵀ M w = M v + h/2 (F − Gᵀ λ'),   M v⁺ = C(h w)ᵀ M w + h/2 (F* − G⁺ᵀ λ''),   F = f − ad*_v M v,   F* at v*
//
// Source: our own; fang2023, section 5, mentions this kind of method as future work. If F does not depend on v, it
// is RATTLE (jay1996), and on rotations RATTLie (hante2021): symplectic and symmetric, with bounded energy errors. In
// this case it differs from rattle.hpp only in the solution of the equations. Otherwise it also differs in v*, which
// makes velocity-dependent forces explicit.
//
// It has order 2 in q, v and λ, for any f, M and retraction:
//   q⁺  w is the velocity in the middle except for O(h²) and a part along M⁻¹Gᵀ, and q ⊞ h w is of second order: so q⁺
//       is q(t⁺) + M⁻¹Gᵀ κ + O(h³). Φ(q⁺) = 0 requires G M⁻¹Gᵀ κ = O(h³), hence κ = O(h³) and λ' = λ(t) + O(h).
//   v⁺  is the velocity of the trapezoidal rule, except for f(v*) − f(v⁺) = O(h²), times h/2, and for reactions; there
//       G(q)ᵀ λ' + G(q⁺)ᵀ λ'' = Gᵀ λ + G⁺ᵀ λ(t⁺) + G⁺ᵀ κ' + O(h²), and the velocity's constraint requires κ' = O(h²).
//       On rotations C(± h w)ᵀ p = p ± h/2 ad*_w p + O(h²), half of the midpoint's gyroscopic part in either equation;
//       the terms of second order are even in h w, and cancel in the sum of both.
//   So a step maps the manifold {Φ = 0, Φ' = 0} to itself with an error of O(h³): it is a one-step method of order 2 on
//   this manifold (hairer2006, section IV.4). λ' and λ'' are of order 1 with opposite errors; λ⁺ and a⁺ are functions
//   of q⁺ and v⁺ and have the same order.
//
// Positions are computed as in half-implicit: θ = h w and λ̂ = h² λ'/2 with [M Gᵀ; G 0] of (t, q) and the initial
// values θ = h v + h² a/2 and λ. Velocities, accelerations and multipliers solve linear equations with the same matrix
// at (t⁺, q⁺). The method is stable for ωh <= 2. Memory: a and λ, the initial values of the iteration. Cost: two
// forces, two factorisations, the residuals and solves of the iteration, and two solves; in a vector space without
// constraints two accelerations.

#include <algorithm>

#include "methods/implicit/natural_units.hpp"

namespace plumb {

template <class S>
class HalfImplicit2 {
 public:
  using T = typename S::Scalar;
  using V = typename S::V;
  using L = typename S::L;
  using State = typename S::State;

  HalfImplicit2(S& system, const MethodOptions& options)
      : s(system),
        flat(system.vector_space()),
        constrained(system.sizes().lambda != 0),
        norm(options.newton.norm),
        units(system, options.newton),
        newton_iteration(options.newton, Convergence::linear),
        factors(system.template factors<T>()),
        x(zero_state(system)),
        y(x),
        theta(x.v),
        middle(x.v),
        force(x.v),
        momentum(x.v),
        r(x.v),
        work(x.v),
        lambda_hat(x.lambda),
        phi(x.lambda),
        store(Vec<T>::Zero(is_explicit() ? 0 : system.sizes().v + system.sizes().lambda)) {}

  StepResult start(const T& t, const T& step_size, State& state) {
    if (!imposes_only_positions(s)) return {Status::unsupported, 0, "supports constraints at position level only"};
    if (!s.acceleration(t, state.q, state.v, state.a, state.lambda)) return {Status::singular, 0, "acceleration"};
    if (is_explicit()) return {};
    remember(state);
    units.measure(s, t, step_size, state);
    newton_iteration.expect(units.position);
    return {};
  }

  StepResult step(const T& t, const T& step_size, State& state) {
    h = step_size;
    begin_t = t;
    x.q = state.q;
    x.v = state.v;
    if (const auto result = is_explicit() ? leap() : advance(); result.status != Status::ok) return result;
    state = y;
    *counters.stages += 2;
    return {};
  }

  std::span<T> memory() { return {store.data(), static_cast<std::size_t>(store.size())}; }
  Counters counters;

 private:
  static StepResult singular() { return {Status::singular, 0, "acceleration"}; }
  bool is_explicit() const { return flat && !constrained; }
  auto a() { return store.head(s.sizes().v); }
  auto lambda() { return store.tail(s.sizes().lambda); }
  void remember(const State& state) {
    a() = state.a;
    lambda() = state.lambda;
  }

  // Takes a step without constraints and charts, where no equation must be solved.
  StepResult leap() {
    if (!s.acceleration(begin_t, x.q, x.v, y.a, y.lambda)) return singular();
    middle = x.v + h / 2 * y.a;
    theta = h * middle;
    s.retract(x.q, theta, y.q);
    y.v = x.v + h * y.a;  // predicted velocity v*
    if (!s.acceleration(begin_t + h, y.q, y.v, y.a, y.lambda)) return singular();
    y.v = middle + h / 2 * y.a;
    return {};
  }

  StepResult advance() {
    x.a = a();
    x.lambda = lambda();
    s.force(begin_t, x.q, x.v, force);
    leave_out_gyroscopic(x);
    s.momentum(x.q, x.v, momentum);
    theta = h * x.v + h * h / 2 * x.a;
    lambda_hat = h * h / 2 * x.lambda;
    if (const auto result = newton_iteration.solve(*this, counters); result.status != Status::ok) return result;
    if (!s.factor(factors, {begin_t + h, y}, Blend<T>{.mass = 1})) return {Status::singular, 0, "bordered matrix"};
    end_velocity();
    end_acceleration();
    remember(y);
    return {};
  }

  // Computes v⁺ from v*; leaves f(t⁺, q⁺, v*) in `work`.
  void end_velocity() {
    const T t = begin_t + h;
    middle = theta / h;
    y.v = 2 * middle - x.v;
    s.force(t, y.q, y.v, force);
    work = force;
    leave_out_gyroscopic(y);
    momentum_at_end();
    r += h / 2 * force;
    s.constraint_rate(t, y.q, y.v, phi);
    phi = -phi;
    s.solve(factors, r, phi);
    y.v += r;
  }
  // r ← C(h w)ᵀ M w − M v*; in vector spaces M(q⁺) (w − v*).
  void momentum_at_end() {
    if (flat) {
      momentum = middle - y.v;
      s.momentum(y.q, momentum, r);
      return;
    }
    s.momentum(x.q, middle, momentum);
    s.chart_momentum(x.q, theta, momentum, r);
    s.momentum(y.q, y.v, momentum);
    r -= momentum;
  }

  // Computes a⁺ and λ⁺, with f in `work`.
  void end_acceleration() {
    s.constraint_bias(begin_t + h, y.q, y.v, phi);
    y.a = work;
    y.lambda = -phi;
    s.solve(factors, y.a, y.lambda);
  }

  // Replaces f in `force` by F.
  void leave_out_gyroscopic(const State& state) {
    if (flat) return;
    s.momentum(state.q, state.v, momentum);
    s.coadjoint(state.v, momentum, r);
    force -= r;
  }

  // ---- members called by the iteration

  friend class NewtonIteration<T>;
  static constexpr std::string_view increment_name = "increment of h w and h^2 lambda/2";

  // Computes the negative residual, times h: h M v + h²/2 (F − Gᵀλ') − C(−θ)ᵀ M θ.
  bool evaluate() {
    s.retract(x.q, theta, y.q);
    s.constraint(begin_t + h, y.q, phi);
    phi = -phi;
    s.momentum(x.q, theta, r);
    if (!flat) {
      work = -theta;
      middle = r;
      s.chart_momentum(x.q, work, middle, r);
    }
    s.reaction(begin_t, x.q, lambda_hat, work);
    r = h * momentum + h * h / 2 * force - r - work;
    ++*counters.residual_evaluations;
    return true;
  }
  T residual_size() const { return newton_norm(norm, r, phi); }
  T residual_scale() const { return std::max(newton_norm(norm, work), newton_norm(norm, y.q)); }
  bool correct(bool first) {
    if (first && !s.factor(factors, {begin_t, x}, Blend<T>{.mass = 1})) return false;
    s.solve(factors, r, phi);
    theta += r;
    lambda_hat += phi;
    return true;
  }
  T increment_size() const { return units.size(units.theta, r, units.lambda, phi); }
  T increment_scale() const {
    return std::max(units.size(units.q, y.q), units.size(units.theta, theta, units.lambda, lambda_hat));
  }
  bool accept() {
    s.retract(x.q, theta, y.q);
    return true;
  }
  static StepResult failure() { return {Status::singular, 0, "iteration matrix"}; }

  S& s;
  bool flat, constrained;
  NewtonNorm norm;
  NaturalUnits<S> units;
  NewtonIteration<T> newton_iteration;
  typename S::template Factors<T> factors;
  State x, y;  // states at the beginning and the end of the step
  V theta, middle, force, momentum, r, work;
  L lambda_hat, phi;
  Vec<T> store;
  T h = 0, begin_t = 0;
};

}  // namespace plumb
