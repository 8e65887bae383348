#pragma once
// Adams-Bashforth methods of k steps on q' = v, v' = a(t, q, v).
//
//   q⁺ = q + h Σ_{i=0}^{k-1} b_i v_{n-i},   v⁺ = v + h Σ_{i=0}^{k-1} b_i a_{n-i}
//
// Source: Bashforth & Adams 1883; Hairer, Nørsett & Wanner, Solving ODEs I, section III.1, eq. (1.5). Order k.
//
// Memory: a_n .. a_{n-k+1} and v_{n-1} .. v_{n-k+1}. Cost: one evaluation of the acceleration in each step, at its end,
// so that x.a belongs to the new state. The history before t0 comes from backward steps of DOP853, at −h, −2h, ..., so
// all steps from the first on are the same map. Its error, of order 8, is far below the error of the method.

#include "methods/explicit-rk/dop853.hpp"
#include "methods/explicit-rk/explicit_rk.hpp"

namespace plumb {

/// Weights b_i = numerator[i] / denominator.
template <int k>
struct AdamsWeights {
  int denominator;
  std::array<int, k> numerator;
};

inline constexpr AdamsWeights<4> ab4 = {24, {55, -59, 37, -9}};
inline constexpr AdamsWeights<5> ab5 = {720, {1901, -2774, 2616, -1274, 251}};

/// The highest p such that ∫_0^1 x^m dx = Σ b_i (−i)^m for all m < p: the order.
template <std::size_t n>
constexpr int exactness(const int denominator, const std::array<int, n>& numerator) {
  for (int m = 0; m <= static_cast<int>(n); ++m) {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < n; ++i) {
      std::int64_t power = 1;
      for (int j = 0; j < m; ++j) power *= -static_cast<std::int64_t>(i);
      sum += numerator[i] * power;
    }
    if (sum * (m + 1) != denominator) return m;
  }
  return static_cast<int>(n) + 1;
}

static_assert(exactness(ab4.denominator, ab4.numerator) == 4);
static_assert(exactness(ab5.denominator, ab5.numerator) == 5);

template <int k, const AdamsWeights<k>& weights, class S>
class AdamsBashforth {
 public:
  using T = typename S::Scalar;
  using V = typename S::V;
  using State = typename S::State;

  AdamsBashforth(S& system, const MethodOptions&)
      : s(system),
        dq(zero_state(system).v),
        dv(dq),
        store(Mat<T, V::RowsAtCompileTime, columns>::Zero(system.sizes().v, columns)) {
    for (std::size_t i = 0; i < k; ++i) b[i] = T(weights.numerator[i]) / T(weights.denominator);
  }

  StepResult start(const T& t, const T& h, State& x) {
    if (!s.vector_space())
      return {Status::unsupported, 0,
              "needs coordinates in a vector space, because it carries rates without their configurations"};
    if (!s.acceleration(t, x.q, x.v, x.a, x.lambda)) return {Status::singular, 0, "acceleration"};
    a(0) = x.a;
    static const RuntimeTableau<T> back{Coefficients<T>(dop853)};
    ExplicitRk<S, RuntimeTableau<T>> backwards(s, {}, back);
    State y = x;
    for (int i = 1; i < k; ++i) {
      if (const auto result = backwards.step(t - T(i - 1) * h, -h, y); result.status != Status::ok) return result;
      if (!s.acceleration(t - T(i) * h, y.q, y.v, dv, y.lambda)) return {Status::singular, 0, "acceleration before t0"};
      a(i) = dv;
      v(i) = y.v;
    }
    return {};
  }

  StepResult step(const T& t, const T& h, State& x) {
    dq = b[0] * x.v;
    dv = b[0] * a(0);
    for (int i = 1; i < k; ++i) {
      dq += b[static_cast<std::size_t>(i)] * v(i);
      dv += b[static_cast<std::size_t>(i)] * a(i);
    }
    for (int i = k - 1; i > 0; --i) a(i) = a(i - 1);
    for (int i = k - 1; i > 1; --i) v(i) = v(i - 1);
    v(1) = x.v;
    x.q += h * dq;
    x.v += h * dv;
    if (!s.acceleration(t + h, x.q, x.v, x.a, x.lambda)) return {Status::singular, 0, "acceleration"};
    a(0) = x.a;
    ++*counters.stages;
    return {};
  }

  std::span<T> memory() { return {store.data(), static_cast<std::size_t>(store.size())}; }
  Counters counters;

 private:
  static constexpr int columns = 2 * k - 1;
  auto a(int i) { return store.col(i); }          // acceleration a_{n-i}, 0 <= i < k
  auto v(int i) { return store.col(k + i - 1); }  // velocity v_{n-i}, 1 <= i < k

  S& s;
  std::array<T, k> b;
  V dq, dv;
  Mat<T, V::RowsAtCompileTime, columns> store;
};

}  // namespace plumb
