#pragma once
// The conditionally explicit family on index-3 equations. The constraint is imposed on the next position x⁺.
//
//   M a + G(x)ᵀ λ = f(v, x, t),   Φ(x⁺) = 0   with  v = b_v + b_1 u,  a = b_a + b_2 u,  x⁺ = b_x + b_0 u
//
// Newton's iteration is for (u, λ), from u = 0, with the rows G(x⁺):
//
//   [b_2 M − b_1 ∂f/∂v, G(x)ᵀ; G(x⁺), 0] [Δu; λ] = [f − M a; −Φ(x⁺)/b_0]
//
// It stops by the change of x⁺, |b_0 Δu|. At t0 the unknown is a_0 instead of u. Source: fernandez2024, section 8, eqs.
// (83)-(90).
//
// Memory: d_2 .. d_{m-1}, u and x⁺. conditionally_explicit.hpp has the formulas of x⁺ and d_k.

#include "methods/conditionally-explicit/differences.hpp"
#include "methods/conditionally-explicit/implicit_acceleration.hpp"

namespace plumb {

template <int m, class S>
class ConstrainedFamily {
 public:
  using T = typename S::Scalar;
  using V = typename S::V;
  using State = typename S::State;

  ConstrainedFamily(S& system, const MethodOptions& options)
      : s(system),
        factors(system.template factors<T>()),
        weights(options.parameters),
        accurate_start(options.parameters.is("start", "accurate")),
        sums_from_the_left(options.parameters.is("sum", "left")),
        uses_newton(options.parameters.is("solve", "newton")),
        norm(options.newton.norm),
        tests_residual(options.newton.test == NewtonTest::residual),
        iteration(options.newton, Convergence::linear),
        u(zero_state(system).v),
        du(u),
        work(u),
        next(zero_state(system).q),
        bx(next),
        base{},
        phi(zero_state(system).lambda),
        store(Mat<T, V::RowsAtCompileTime, m>::Zero(system.sizes().v, m)) {
    base.fill(u);
  }

  StepResult start(const T& t, const T& h, State& x) {
    if (!s.vector_space())
      return {Status::unsupported, 0,
              "needs coordinates in a vector space, because it carries derivatives of the acceleration"};
    if (!imposes_only_positions(s)) return {Status::unsupported, 0, "supports constraints at position level only"};
    if (tests_residual)
      return {Status::unsupported, 0, "the Newton test supports the increment only, not the residual"};
    if (sums_from_the_left) return {Status::unsupported, 0, "sum=left is allowed for ode and index1 only"};
    if (uses_newton)
      return {Status::unsupported, 0, "solve=newton is allowed for ode only, because index3 has its own iteration"};
    weights.prepare(h);
    store.setZero();
    if (accurate_start) {
      AccelerationDifferences<S> differences(s, t, h, x);
      if (!differences.regular()) return {Status::singular, 0, "accelerations near the initial time"};
      for (int k = 3; k <= m; ++k) store.col(k - 2) = differences.derivative(k - 2, 0);
    }
    bx = x.q + weights.power[1] * x.v;
    for (int k = 3; k <= m; ++k) bx += weights.power[index(k)] * store.col(k - 2);
    if (!s.acceleration(t, x.q, x.v, u, x.lambda)) return {Status::singular, 0, "acceleration"};  // only a guess
    base[1] = x.v;
    base[2].setZero();
    if (const auto result = solve(t, h, x, {weights.power[2], 0, 1}); result.status != Status::ok) return result;
    store.col(0) = u;
    x_next() = next;
    x.a = u;
    return {};
  }

  StepResult step(const T& t, const T& h, State& x) {
    weights.prepare(h);
    const auto& w = weights;
    x.q = x_next();
    base[1] = x.v + add_higher<1>(w.past[1] * top(), w, store);
    if constexpr (m > 2)
      base[2] = d(2) + add_higher<2>(w.past[2] * top(), w, store);
    else
      base[2].setZero();
    if constexpr (m > 3) base[3] = d(3) + w.past[3] * top();
    bx = x.q + add_terms<m - 1, m - 1, -1>(w.power[m] * (1 - w.alpha) * top(),
                                           [&](auto k) { return w.power[index(k)] * base[index(k)]; });
    u.setZero();
    if (const auto result = solve(t + h, h, x, {w.b0, w.b1, w.b2}); result.status != Status::ok) return result;
    x.v = base[1] + w.b1 * u;
    x.a = base[2] + w.b2 * u;
    if constexpr (m > 2) d(2) = x.a;
    if constexpr (m > 3) d(3) = base[3] + w.now[3] * u;
    top() = u;
    x_next() = next;
    ++*counters.stages;
    return {};
  }

  std::span<T> memory() { return {store.data(), static_cast<std::size_t>(store.size())}; }
  Counters counters;

 private:
  struct WeightsOfU {
    T in_position, in_velocity, in_acceleration;
  };
  static constexpr std::size_t index(int k) { return static_cast<std::size_t>(k); }
  auto d(int k) { return store.col(k - 2); }
  auto top() { return store.col(m - 2); }
  auto x_next() { return store.col(m - 1); }

  // The equations for u, x.v and x.lambda at (t, x.q), with the constraint at t + h; `next` receives x⁺.
  struct Equations {
    ConstrainedFamily& of;
    State& x;
    T t, t_next;
    WeightsOfU b;
    static constexpr std::string_view increment_name = "change of the next position";

    bool evaluate() const {
      x.v = of.base[1] + b.in_velocity * of.u;
      of.next = of.bx + b.in_position * of.u;
      of.work = of.base[2] + b.in_acceleration * of.u;
      of.s.momentum(x.q, of.work, of.du);
      of.s.force(t, x.q, x.v, of.work);
      set_entries(of.du, [&](Eigen::Index i) { return of.work[i] - of.du[i]; });
      of.s.constraint(t_next, of.next, of.phi);
      ++*of.counters.residual_evaluations;
      return true;
    }
    bool correct(bool) const {
      set_entries(x.lambda, [&](Eigen::Index i) { return -(1 / b.in_position) * of.phi[i]; });
      if (!of.s.factor(of.factors, {t, x, &t_next, &of.next},
                       Blend<T>{.mass = b.in_acceleration, .damping = b.in_velocity}))
        return false;
      of.s.solve(of.factors, of.du, x.lambda);
      set_entries(of.u, [&](Eigen::Index i) { return of.u[i] + of.du[i]; });
      return true;
    }
    T increment_size() const {
      using std::abs;
      return abs(b.in_position) * newton_norm(of.norm, of.du);  // h < 0 if backwards in time
    }
    T increment_scale() const { return newton_norm(of.norm, of.next); }
    T residual_size() const { return increment_size(); }  // residual tests are refused at the start
    T residual_scale() const { return increment_scale(); }
    bool accept() const {
      of.next = of.bx + b.in_position * of.u;
      return true;
    }
    static StepResult failure() { return {Status::singular, 0, "bordered matrix"}; }
  };
  StepResult solve(const T& t, const T& h, State& x, const WeightsOfU& b) {
    Equations equations{*this, x, t, t + h, b};
    return iteration.solve(equations, counters);
  }

  S& s;
  typename S::template Factors<T> factors;
  FamilyWeights<T, m> weights;
  bool accurate_start, sums_from_the_left, uses_newton;
  NewtonNorm norm;
  bool tests_residual;
  NewtonIteration<T> iteration;
  V u, du, work;
  typename S::Q next, bx;
  std::array<V, (m > 2 ? m : 3)> base;  // base[k] is d_k without its term in u
  typename S::L phi;
  Mat<T, V::RowsAtCompileTime, m> store;
};

}  // namespace plumb
