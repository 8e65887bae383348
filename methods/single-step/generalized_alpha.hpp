#pragma once
// The family of the generalized-α methods, including HHT-α, WBZ-α and Newmark, on systems in minimal coordinates and on
// index-3 equations.
//
//   M(q⁺) w⁺ = f(t⁺, q⁺, v⁺) − Gᵀ λ⁺,   Φ(t⁺, q⁺) = 0             w: the acceleration
//   (1−α_m) a⁺ + α_m a = (1−α_f) w⁺ + α_f w                        a: approximates w at t⁺ + (α_m−α_f) h
//   q⁺ = q ⊞ (h v + h²/2 [(1−2β) a + 2β a⁺]),  v⁺ = v + h [(1−γ) a + γ a⁺]
//
//   generalized-alpha(rho)   α_m = (2ρ−1)/(ρ+1), α_f = ρ/(ρ+1), γ = 1/2 + α_f − α_m, β = (γ + 1/2)²/4
//   hht(alpha)               α_m = 0, α_f = −α, α ∈ [−1/3, 0]; γ and β by the same formulas
//   wbz(rho)                 α_m = (ρ−1)/(ρ+1), α_f = 0; γ and β by the same formulas
//   newmark(beta,gamma)      α_m = α_f = 0
//
// Sources: Chung & Hulbert 1993; Hilber, Hughes & Taylor 1977, eqs. (1)-(3); Wood, Bossak & Zienkiewicz 1980, in the
// notation of Chung & Hulbert; Newmark 1959. Constraints at position level follow Negrut et al. 2007, eqs. (9)-(12),
// which agree with the above if M is constant. If M depends on q, weighting M a instead of w costs one order, so w is
// weighted as in Arnold & Brüls 2007, eqs. (6), (15). Rotations follow Brüls, Cardona & Arnold 2012; the Newton matrix
// contains the tangent of the chart.
//
// The order is 2 if γ = 1/2 + α_f − α_m, otherwise 1. The family is A-stable for α_m <= α_f <= 1/2 and β >= 1/4 +
// (α_f−α_m)/2, Newmark's method for 2β >= γ >= 1/2. ρ_∞ = ρ, for HHT-α (1+α)/(1−α). ρ_∞ = 1 is the trapezoidal rule. In
// this case λ oscillates at index 3 with an amplitude that neither decays nor shrinks with h, while q and v keep their
// order. Over thousands of steps the oscillation may grow and spoil q and v as well (the pendulum in redundant
// coordinates after 5 s).
//
// Memory: a, w, and λ, the initial values of Newton's iteration. Cost: one evaluation of the force, one factorisation
// and one solve in each iteration, which starts from the old w and λ.

#include <algorithm>

#include "methods/implicit/natural_units.hpp"
#include "methods/implicit/newton.hpp"

namespace plumb {

/// The dimensionless parameters of a member of the family.
template <class T>
struct AlphaWeights {
  T alpha_m = 0, alpha_f = 0, beta, gamma;
};

/// Returns γ and β of second order with maximal damping of high frequencies (Chung & Hulbert 1993, eqs. (17), (20)).
template <class T>
AlphaWeights<T> damping_weights(const T& alpha_m, const T& alpha_f) {
  const T sum = 1 + alpha_f - alpha_m;  // γ + 1/2
  return {alpha_m, alpha_f, sum * sum / 4, T(1) / 2 + alpha_f - alpha_m};
}

// Functions that compute the weights of a member from its parameters, in the given scalar.
inline constexpr auto generalized_alpha_weights = []<class T>(const Parameters& p, T) {
  const T rho = p.number<T>("rho");
  return damping_weights<T>((2 * rho - 1) / (rho + 1), rho / (rho + 1));
};
inline constexpr auto hht_weights = []<class T>(const Parameters& p, T) {
  return damping_weights<T>(0, -p.number<T>("alpha"));
};
inline constexpr auto wbz_weights = []<class T>(const Parameters& p, T) {
  const T rho = p.number<T>("rho");
  return damping_weights<T>((rho - 1) / (rho + 1), 0);
};
inline constexpr auto newmark_weights = []<class T>(const Parameters& p, T) {
  return AlphaWeights<T>{.beta = p.number<T>("beta"), .gamma = p.number<T>("gamma")};
};

template <class S>
class GeneralizedAlpha {
 public:
  using T = typename S::Scalar;
  using V = typename S::V;
  using L = typename S::L;
  using State = typename S::State;

  GeneralizedAlpha(S& system, const MethodOptions& options, const AlphaWeights<T>& member)
      : s(system),
        weights(member),
        share((1 - weights.alpha_f) / (1 - weights.alpha_m)),
        norm(options.newton.norm),
        units(system, options.newton),
        newton_iteration(options.newton),
        factors(system.template factors<T>()),
        y(zero_state(system)),
        dq(y.v),
        r(y.v),
        work(y.v),
        phi(y.lambda),
        store(Vec<T>::Zero(2 * system.sizes().v + system.sizes().lambda)) {}

  StepResult start(const T& t, const T& step_size, State& x) {
    if (!imposes_only_positions(s)) return {Status::unsupported, 0, "supports constraints at position level only"};
    if (!s.acceleration(t, x.q, x.v, x.a, x.lambda)) return {Status::singular, 0, "acceleration"};
    units.measure(s, t, step_size, x);
    newton_iteration.expect(units.position);
    w() = x.a;
    a() = x.a;
    lambda() = x.lambda;
    return {};
  }

  StepResult step(const T& t, const T& step_size, State& x) {
    h = step_size;
    t_next = t + h;
    begin = &x;
    in_q = h * h * weights.beta * share;
    in_v = h * weights.gamma * share;
    y.a = w();
    y.lambda = lambda();
    if (const auto result = iterate(); result.status != Status::ok) return result;
    average();
    a() = work;
    w() = y.a;
    lambda() = y.lambda;
    x = y;
    ++*counters.stages;
    return {};
  }

  std::span<T> memory() { return {store.data(), static_cast<std::size_t>(store.size())}; }
  Counters counters;

 private:
  auto a() { return store.head(s.sizes().v); }
  auto w() { return store.segment(s.sizes().v, s.sizes().v); }
  auto lambda() { return store.tail(s.sizes().lambda); }

  // Runs Newton's iteration. If it diverges, runs a damped iteration, which shortens increments that do not reduce the
  // residual.
  StepResult iterate() {
    is_safeguarded = false;
    const auto result = newton_iteration.solve(*this, counters);
    if (result.status != Status::newton_diverged) return result;
    is_safeguarded = true;
    y.a = w();
    y.lambda = lambda();
    return newton_iteration.solve(*this, counters).status == Status::ok ? StepResult{} : result;
  }

  // ---- members called by the iteration

  friend class NewtonIteration<T>;
  static constexpr std::string_view increment_name = "change of the position";

  bool evaluate() {
    move();
    balance();
    return true;
  }
  T residual_size() const { return newton_norm(norm, r, phi); }
  T residual_scale() const { return newton_norm(norm, work, y.q); }
  bool correct(bool) {
    PointOf<S> at{t_next, y};
    at.centre = &begin->q;
    at.theta = &dq;
    if (!s.factor(factors, at, Blend<T>{.mass = 1, .damping = in_v, .stiffness = in_q, .jacobian = 0, .position = 1}))
      return false;
    phi /= -in_q;
    s.solve(factors, r, phi);
    y.a += r;
    y.lambda += phi;
    if (is_safeguarded) {
      taken = r;
      lambda_correction = phi;
    }
    return true;
  }
  bool is_damped() const { return is_safeguarded; }
  void retreat() {
    taken /= T(2);
    lambda_correction /= T(2);
    y.a -= taken;
    y.lambda -= lambda_correction;
  }
  T increment_size() const { return in_q * units.size(units.rates, r); }
  T increment_scale() const {  // q⁺ is the sum of both, so both contribute to its rounding error
    return std::max(units.size(units.q, y.q), T(in_q * units.size(units.rates, y.a)));
  }
  bool accept() {
    move();
    return true;
  }
  static StepResult failure() { return {Status::singular, 0, "iteration matrix"}; }

  // ---- the equations

  // Computes a⁺ into `work` from w⁺ = y.a.
  void average() {
    const auto& [alpha_m, alpha_f, beta, gamma] = weights;
    work = ((1 - alpha_f) * y.a + alpha_f * w() - alpha_m * a()) / (1 - alpha_m);
  }

  // Computes q⁺ and v⁺ into y.
  void move() {
    const T& beta = weights.beta;
    const T& gamma = weights.gamma;
    average();
    dq = h * begin->v + h * h * ((T(1) / 2 - beta) * a() + beta * work);
    s.retract(begin->q, dq, y.q);
    y.v = begin->v + h * ((1 - gamma) * a() + gamma * work);
  }

  // Computes r = f − Gᵀλ − M w and Φ at y; leaves f in `work`.
  void balance() {
    s.momentum(y.q, y.a, r);
    s.reaction(t_next, y.q, y.lambda, work);
    r += work;
    s.force(t_next, y.q, y.v, work);
    r = work - r;
    s.constraint(t_next, y.q, phi);
    ++*counters.residual_evaluations;
  }

  S& s;
  AlphaWeights<T> weights;
  T share;  // derivative of a⁺ by w⁺
  NewtonNorm norm;
  bool is_safeguarded = false;
  NaturalUnits<S> units;
  NewtonIteration<T> newton_iteration;
  typename S::template Factors<T> factors;
  State y;  // iterate, with y.a = w⁺
  V dq, r, work;
  L phi;
  V taken = r;  // last increment of a damped iteration
  L lambda_correction = phi;
  Vec<T> store;
  T h = 0, t_next = 0, in_q = 0, in_v = 0;  // in_q, in_v: weights of w⁺ in q⁺ and v⁺
  const State* begin = nullptr;
};

}  // namespace plumb
