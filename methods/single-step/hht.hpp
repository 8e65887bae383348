#pragma once
// The HHT-α method, on systems in minimal coordinates and on index-3 equations.
//
//   M(q⁺) w⁺ = f(t⁺, q⁺, v⁺) − Gᵀ λ⁺,   Φ(t⁺, q⁺) = 0             w: the acceleration
//   a⁺ = (1+α) w⁺ − α w                                            a: what moves q and v, about w at t⁺ + αh
//   q⁺ = q ⊞ (h v + h²/2 [(1−2β) a + 2β a⁺]),  v⁺ = v + h [(1−γ) a + γ a⁺]
//   β = (1−α)²/4,  γ = 1/2 − α,   α ∈ [−1/3, 0]
//
// Source: Hilber, Hughes & Taylor 1977, eqs. (1)-(3); with constraints at position level Negrut et al. 2007, eqs.
// (9)-(12), which agree with the above when M is constant. With M(q), weighting M a instead of w costs one order; w is
// weighted as in Arnold & Brüls 2007, eq. (6) (generalized-α with α_m = 0, α_f = −α). On rotations: Brüls, Cardona &
// Arnold 2012.
//
// Order 2, A-stable, ρ_∞ = (1+α)/(1−α): α = 0 is the trapezoidal rule, α = −1/3 damps most, ρ_∞ = 1/2. At index 3 α = 0
// leaves λ with an oscillation that neither decays nor shrinks with h, while q and v keep their order. Memory: a, w,
// and λ where Newton's iteration begins. Cost: one evaluation of the force, one factorisation and one solve an
// iteration; starts from the old w and λ.

#include "methods/newton.hpp"

namespace plumb {

template <class S>
class HilberHughesTaylor {
 public:
  using T = typename S::Scalar;
  using V = typename S::V;
  using L = typename S::L;
  using State = typename S::State;

  HilberHughesTaylor(S& system, const MethodOptions& options)
      : s(system),
        alpha(options.parameters.number<T>("alpha")),
        beta((1 - alpha) * (1 - alpha) / 4),
        gamma(T(1) / 2 - alpha),
        tests_residual(options.newton.test == NewtonTest::residual),
        norm(options.newton.norm),
        verdict(options.newton),
        y(zero_state(system)),
        dq(y.v),
        r(y.v),
        work(y.v),
        phi(y.lambda),
        store(Vec<T>::Zero(2 * system.sizes().v + system.sizes().lambda)) {}

  StepResult start(const T& t, const T&, State& x) {
    if (s.sizes().lambda != 0 && s.form() != Form::index3)
      return {Status::unsupported, 0, "imposes constraints at position level only"};
    if (!s.acceleration(t, x.q, x.v, x.a, x.lambda)) return {Status::singular, 0, "acceleration"};
    w() = x.a, a() = x.a, lambda() = x.lambda;
    return {};
  }

  StepResult step(const T& t, const T& h, State& x) {
    const T in_q = h * h * beta * (1 + alpha), in_v = h * gamma * (1 + alpha);  // weights of w⁺ in q⁺ and v⁺
    y.a = w(), y.lambda = lambda();
    verdict.restart();
    using std::max;
    for (;;) {
      move(h, x);
      balance(t + h);
      if (tests_residual) {
        const T size = newton_norm(norm, r, phi), forces = newton_norm(norm, work, y.q);
        if (const auto answer = verdict.judge(size, forces, "residual"); answer != verdict.iterate)
          return finish(answer, x);
      }
      if (!s.factor(t + h, y, {.mass = 1, .damping = in_v, .stiffness = in_q}))
        return {Status::singular, 0, "iteration matrix"};
      phi /= -in_q;
      s.solve(r, phi);
      y.a += r, y.lambda += phi;
      ++*counters.newton_iterations;
      if (tests_residual) continue;
      // What q⁺ is summed up from, and rounded like.
      const T summands = max(newton_norm(norm, y.q), T(in_q * newton_norm(norm, y.a)));
      const auto answer = verdict.judge(in_q * newton_norm(norm, r), summands, "change of the position");
      if (answer == verdict.converged) move(h, x);
      if (answer != verdict.iterate) return finish(answer, x);
    }
  }

  std::span<T> memory() { return {store.data(), static_cast<std::size_t>(store.size())}; }
  Counters counters;

 private:
  auto a() { return store.head(s.sizes().v); }
  auto w() { return store.segment(s.sizes().v, s.sizes().v); }
  auto lambda() { return store.tail(s.sizes().lambda); }

  // q⁺ and v⁺ into y from w⁺ = y.a.
  void move(const T& h, const State& x) {
    work = (1 + alpha) * y.a - alpha * w();  // a⁺
    dq = h * x.v + h * h * ((T(1) / 2 - beta) * a() + beta * work);
    s.retract(x.q, dq, y.q);
    y.v = x.v + h * ((1 - gamma) * a() + gamma * work);
  }

  // r = f − Gᵀλ − M w and Φ at y; leaves f in `work`.
  void balance(const T& t) {
    s.momentum(y.q, y.a, r);
    s.reaction(t, y.q, y.lambda, work);
    r += work;
    s.force(t, y.q, y.v, work);
    r = work - r;
    s.constraint(t, y.q, phi);
    ++*counters.residual_evaluations;
  }

  StepResult finish(typename NewtonVerdict<T>::Answer answer, State& x) {
    if (answer == verdict.failed) {
      ++*counters.newton_failures;
      return verdict.result();
    }
    a() = (1 + alpha) * y.a - alpha * w();
    w() = y.a, lambda() = y.lambda;
    x = y;
    ++*counters.stages;
    return {};
  }

  S& s;
  T alpha, beta, gamma;
  bool tests_residual;
  NewtonNorm norm;
  NewtonVerdict<T> verdict;
  State y;  // the iterate; y.a = w⁺
  V dq, r, work;
  L phi;
  Vec<T> store;
};

}  // namespace plumb
