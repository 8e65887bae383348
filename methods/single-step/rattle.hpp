#pragma once
// RATTLE: velocity Verlet under constraints, on systems in minimal coordinates and on index-3 equations.
//
//   v½ = v + h/2 a,   M(q) a = f(t, q, v) − G(t, q)ᵀ λ,              q⁺ = q ⊞ h v½ with Φ(t⁺, q⁺) = 0
//   v⁺ = v½ + h/2 a⁺, M(q⁺) a⁺ = f(t⁺, q⁺, v⁺) − G(t⁺, q⁺)ᵀ λ⁺,     G(t⁺, q⁺) v⁺ + ∂Φ/∂t = 0
//
// Sources: Andersen 1983; Jay 1996; Hairer, Lubich & Wanner, Geometric Numerical Integration, section VII.1.4. It is
// symmetric and, if M is constant and f = f(q), symplectic. Without constraints and with f = f(q) it is the
// Störmer-Verlet method; a force of the velocity is explicit in the first half and implicit in the second, as in every
// symmetric composition of a map with its adjoint.
//
// On rotations the momenta at both ends of a step correspond to one velocity w in its middle, through the tangent of
// the chart C(θ) = ∂θ'/∂v, and they replace the gyroscopic part of f:
//
//   C(−h w)ᵀ M w = M v + h/2 (F − Gᵀ λ),   q⁺ = q ⊞ h w,   M v⁺ = C(h w)ᵀ M w + h/2 (F⁺ − G⁺ᵀ λ⁺),   F = f − ad*_v M v
//
// so it remains symplectic (Marsden & West 2001, Acta Numerica 10; Bou-Rabee & Marsden 2009, Found. Comput. Math. 9,
// eq. (4.4); with constraints hante2021, RATTLie).
//
// It has order 2 in q and v, which satisfy the constraints at both levels; λ⁺ and a⁺ have order 1, as each belongs to
// half a step. It is stable for ωh <= 2. Memory: none. Cost: two Newton iterations for a and λ, with bordered matrices
// [M Gᵀ; G 0]. The first iteration starts from a = 0, λ = 0, the second from the result of the first.

#include <algorithm>

#include "methods/implicit/natural_units.hpp"

namespace plumb {

template <class S>
class Rattle {
 public:
  using T = typename S::Scalar;
  using V = typename S::V;
  using L = typename S::L;
  using State = typename S::State;

  Rattle(S& system, const MethodOptions& options)
      : s(system),
        flat(system.vector_space()),
        norm(options.newton.norm),
        units(system, options.newton),
        newton_iteration(options.newton),
        factors(system.template factors<T>()),
        x(zero_state(system)),
        y(x),
        r(x.v),
        force(x.v),
        phi(x.lambda) {}

  StepResult start(const T& t, const T& h, State& state) {
    if (!imposes_only_positions(s)) return {Status::unsupported, 0, "supports constraints at position level only"};
    if (!s.acceleration(t, state.q, state.v, state.a, state.lambda)) return {Status::singular, 0, "acceleration"};
    units.measure(s, t, h, state);
    return {};
  }

  StepResult step(const T& t, const T& h, State& state) {
    x = state;
    x.a.setZero();
    x.lambda.setZero();
    force_at(t, x);
    if (!flat) s.momentum(x.q, x.v, end_momentum);
    Positions positions{{*this, x, h * h / 2}, t, h};
    newton_iteration.expect(units.position);
    if (const auto result = newton_iteration.solve(positions, counters); result.status != Status::ok) return result;
    y.a = x.a;
    y.lambda = x.lambda;
    if (!flat) momentum_of_middle(theta, end_momentum);
    Velocities velocities{{*this, y, h / 2}, t + h, h};
    newton_iteration.expect(units.velocity());
    if (const auto result = newton_iteration.solve(velocities, counters); result.status != Status::ok) return result;
    state = y;
    *counters.stages += 2;
    return {};
  }

  std::span<T> memory() { return {}; }
  Counters counters;

 private:
  // The common part of both Newton iterations for a and λ of `z`. The constrained position or velocity is
  // `weight` times a, plus a known part.
  struct Half {
    Rattle& rattle;
    State& z;
    T weight;

    T residual_size() const { return newton_norm(rattle.norm, rattle.r, rattle.phi); }
    T residual_scale() const { return newton_norm(rattle.norm, rattle.force, rattle.y.q); }
    static StepResult failure() { return {Status::singular, 0, "iteration matrix"}; }
    static constexpr std::string_view increment_name = "change of the position or velocity";
    bool solve(const PointOf<S>& point, const Blend<T>& blend) {
      if (!rattle.s.factor(rattle.factors, point, blend)) return false;
      rattle.phi /= -weight;
      rattle.s.solve(rattle.factors, rattle.r, rattle.phi);
      z.a += rattle.r;
      z.lambda += rattle.phi;
      return true;
    }
    T increment_size() const {
      using std::abs;
      return abs(weight) * rattle.units.size(rattle.units.rates, rattle.r);  // h < 0 if backwards in time
    }
    T scale(const T& size) const {
      using std::abs;
      return std::max(size, T(abs(weight) * rattle.units.size(rattle.units.rates, z.a)));
    }
  };

  // The first half of a step: computes x.a and x.lambda at t, y.q, and the velocity in the middle.
  struct Positions : Half {
    T t, h;

    bool evaluate() {
      auto& m = this->rattle;
      m.middle = m.x.v + h / 2 * m.x.a;
      m.theta = h * m.middle;
      m.s.retract(m.x.q, m.theta, m.y.q);
      m.s.constraint(t + h, m.y.q, m.phi);
      if (m.flat) {
        m.balance(t, m.x);
        return true;
      }
      m.work = -m.theta;
      m.momentum_of_middle(m.work, m.r);
      m.r = (m.end_momentum - m.r) * (2 / h);
      m.add_forces(t, m.x);
      return true;
    }
    bool correct(bool) {
      auto& m = this->rattle;
      const T t_rows = t + h;
      PointOf<S> at{t, m.x, &t_rows, &m.y.q, &m.x.q, &m.theta};
      return this->solve(at, {.mass = 1, .damping = m.flat ? T(0) : T(h / 2), .jacobian = 0, .position = 1});
    }
    T increment_scale() const { return this->scale(this->rattle.units.size(this->rattle.units.q, this->rattle.y.q)); }
    bool accept() { return evaluate(); }
  };

  // The second half of a step: computes y.v, y.a and y.lambda; t is the end of the step.
  struct Velocities : Half {
    T t, h;

    bool evaluate() {
      auto& m = this->rattle;
      m.y.v = m.middle + h / 2 * m.y.a;
      m.force_at(t, m.y);
      m.s.constraint_rate(t, m.y.q, m.y.v, m.phi);
      if (m.flat) {
        m.balance(t, m.y);
        return true;
      }
      m.s.momentum(m.y.q, m.y.v, m.r);
      m.r = (m.end_momentum - m.r) * (2 / h);
      m.add_forces(t, m.y);
      return true;
    }
    bool correct(bool) {
      auto& m = this->rattle;
      return this->solve({t, m.y}, {.mass = 1, .damping = m.flat ? T(h / 2) : T(0)});
    }
    T increment_scale() const {
      return this->scale(this->rattle.units.size(this->rattle.units.rates, this->rattle.y.v));
    }
    bool accept() { return evaluate(); }
  };

  // The force f, on rotations without its gyroscopic part.
  void force_at(const T& t, const State& z) {
    s.force(t, z.q, z.v, force);
    if (flat) return;
    s.momentum(z.q, z.v, work);
    s.coadjoint(z.v, work, r);
    force -= r;
  }
  // Computes C(θ)ᵀ M w.
  void momentum_of_middle(const V& at, V& out) {
    s.momentum(x.q, middle, momentum);
    s.chart_momentum(x.q, at, momentum, out);
  }
  // r = f − Gᵀλ − M a
  void balance(const T& t, const State& z) {
    s.momentum(z.q, z.a, r);
    s.reaction(t, z.q, z.lambda, work);
    r = force - r - work;
    ++*counters.residual_evaluations;
  }
  // r += F − Gᵀλ
  void add_forces(const T& t, const State& z) {
    s.reaction(t, z.q, z.lambda, work);
    r += force - work;
    ++*counters.residual_evaluations;
  }

  S& s;
  bool flat;
  NewtonNorm norm;
  NaturalUnits<S> units;
  NewtonIteration<T> newton_iteration;
  typename S::template Factors<T> factors;
  State x, y;  // states at the beginning and the end of the step
  V r, force, middle = r, theta = r, momentum = r, end_momentum = r, work = r;
  L phi;
};

}  // namespace plumb
