#pragma once
// Explicit Runge-Kutta methods with embedded weights, on the index-1 equations, of Munthe-Kaas type on manifolds.
//
//   θ_i = h Σ_j a_ij k_j,  q_i = q ⊞ θ_i,  v_i = v + h Σ_j a_ij v'_j,  k_i = θ'(θ_i, v_i);   y⁺ with the weights b
//   e = h (Σ (b_i − b̂_i) k_i − b̂_end k_end),   k_end at y⁺
//
// With two estimates e5 and e3 (DOP853) the error is ‖e5‖²/sqrt(‖e5‖² + ‖e3‖²/100). Source: Hairer, Nørsett & Wanner,
// Solving ODEs I, sections II.4, II.5, eq. (II.10.17); stages: methods/explicit-rk/explicit_rk.hpp.
//
// Memory: v' at the beginning of the step, which equals v' at the end of the previous step. Cost: one evaluation of the
// acceleration for each stage except the first, and one at the end of the step: in every attempt if b̂_end ≠ 0,
// otherwise in accepted steps only.

#include "methods/adaptive/tolerance.hpp"
#include "methods/coefficients/embedded.hpp"

namespace plumb {

/// An explicit tableau with its estimates, in a working precision; the error weights come from error_weights().
template <class T>
struct ExplicitEmbedded {
  int power;  // exponent of h in the error estimate
  Coefficients<T> tableau;
  std::vector<std::vector<T>> errors;  // weights of one estimate, or of the estimates e5 and e3
};

template <class S>
class ExplicitPair {
 public:
  using T = typename S::Scalar;
  using V = typename S::V;
  using State = typename S::State;
  const int power;

  ExplicitPair(S& system, const MethodOptions&, ExplicitEmbedded<T> coefficients)
      : power(coefficients.power),
        s(system),
        with(std::move(coefficients)),
        y(zero_state(system)),
        next(y),
        theta(y.v),
        sum(y.v),
        kq(index(stages() + 1), y.v),
        kv(kq) {}

  StepResult start(const T& t, const T&, State& x) {
    if (const auto result = rate(t, x); result.status != Status::ok) return result;
    x.a = kv[0];
    x.lambda = y.lambda;
    return {};
  }
  StepResult renew(const T& t, const State& x) { return rate(t, x); }

  StepResult attempt(const T& t, const T& h, const State& x, const Tolerance<S>&) {
    kq[0] = x.v;
    for (int i = 1; i < stages(); ++i) {
      combine(h, x, &with.tableau.a[index(i * stages())], i);
      s.retract(x.q, theta, y.q);
      if (!evaluate(i, t + with.tableau.c[index(i)] * h, x)) return {Status::singular, 0, "acceleration"};
    }
    combine(h, x, with.tableau.b.data(), stages());
    s.retract(x.q, theta, next.q);
    next.v = y.v;
    if (!next.q.allFinite() || !next.v.allFinite()) return {Status::non_finite, 0, "state"};
    return estimates_at_end() ? evaluate_end(t + h, x) : StepResult{};
  }

  /// Precondition: an attempt has succeeded.
  double error(const T& h, const State& x, const Tolerance<S>& tolerance) {
    const double first = estimate(h, x, tolerance, with.errors.front());
    if (with.errors.size() == 1) return first;
    const double second = estimate(h, x, tolerance, with.errors.back());
    const double both = first * first + 0.01 * second * second;
    return both > 0 ? first * first / std::sqrt(both) : both;
  }

  StepResult accept(const T& t, const T& h, State& x) {
    if (!estimates_at_end())
      if (const auto result = evaluate_end(t + h, x); result.status != Status::ok) return result;
    kv[0] = kv[index(stages())];
    x.q = next.q;
    x.v = next.v;
    return {};
  }

  Counters counters;

 private:
  static constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }
  int stages() const { return with.tableau.stages; }
  bool estimates_at_end() const { return with.errors.front().back() != 0; }

  StepResult rate(const T& t, const State& x) {
    return s.acceleration(t, x.q, x.v, kv[0], y.lambda) ? StepResult{}
                                                        : StepResult{Status::singular, 0, "acceleration"};
  }

  // Computes theta = h Σ_{j<count} w_j k_j and y.v = v + h Σ_{j<count} w_j v'_j.
  void combine(const T& h, const State& x, const T* weights, int count) {
    theta.setZero();
    sum.setZero();
    for (int j = 0; j < count; ++j) {
      if (weights[j] == 0) continue;
      theta += weights[j] * kq[index(j)];
      sum += weights[j] * kv[index(j)];
    }
    theta *= h;
    y.v = x.v + h * sum;
  }

  // Computes k_i and v'_i at θ, y.q and y.v.
  bool evaluate(int i, const T& t, const State& x) {
    ++*counters.stages;
    s.chart_rate(x.q, theta, y.v, kq[index(i)]);
    return s.acceleration(t, y.q, y.v, kv[index(i)], y.lambda);
  }
  StepResult evaluate_end(const T& t, const State& x) {
    y.q = next.q;
    y.v = next.v;
    return evaluate(stages(), t, x) ? StepResult{} : StepResult{Status::singular, 0, "acceleration"};
  }

  double estimate(const T& h, const State& x, const Tolerance<S>& tolerance, const std::vector<T>& weights) {
    const int count = estimates_at_end() ? stages() + 1 : stages();
    combine(h, x, weights.data(), count);
    y.v -= x.v;
    return tolerance.size(theta, y.v, x, next, h);
  }

  S& s;
  ExplicitEmbedded<T> with;
  State y, next;          // y: state of a stage; next: state at the end of the last attempted step
  V theta, sum;           // increment in the chart; weighted sum of accelerations
  std::vector<V> kq, kv;  // rates in the chart and accelerations, at the stages and then at the end
};

}  // namespace plumb
