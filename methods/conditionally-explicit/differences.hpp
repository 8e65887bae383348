#pragma once
// The common part of the conditionally explicit family: the weights, the sums of the formulas, and the derivatives at
// the start.

#include <array>

#include "methods/explicit-rk/explicit_rk.hpp"
#include "methods/explicit-rk/tableaus.hpp"

namespace plumb {

/// The parameters of the family and, once prepared for a step size, the powers hⁱ/i! and the weights of u in v and a.
template <class T, int m>
struct FamilyWeights {
  T alpha;
  std::array<T, m> theta;                // θ_1 .. θ_{m−1}: β, γ, ζ
  std::array<T, m + 1> power;            // coefficients hⁱ/i!
  std::array<T, m> now = {}, past = {};  // weights of u and u⁻ in d_k: h^{m-k}/(m-k)! θ_k and … (1−θ_k)
  T b0 = 0, b1 = 0, b2 = 0;              // weights of u: x⁺ = b_x + b_0 u, v = b_v + b_1 u, a = b_a + b_2 u

  explicit FamilyWeights(const Parameters& p) : alpha(p.has("alpha") ? p.number<T>("alpha") : T(1)) {
    constexpr std::array<std::string_view, 4> names = {"", "beta", "gamma", "zeta"};
    theta[0] = power[0] = 1;
    for (std::size_t k = 1; k < m; ++k) theta[k] = p.has(names[k]) ? p.number<T>(names[k]) : T(1) / 2;
  }
  void prepare(const T& h) {
    if (h == prepared) return;
    for (std::size_t i = 1; i <= m; ++i) power[i] = power[i - 1] * h / T(i);
    b0 = power[m] * alpha;
    for (std::size_t k = 1; k < m; ++k) {
      now[k] = power[m - k] * theta[k];
      past[k] = power[m - k] * (1 - theta[k]);
      b0 += power[k] * now[k];
    }
    b1 = now[1];
    if constexpr (m == 2)
      b2 = 1;
    else
      b2 = now[2];
    prepared = h;
  }

 private:
  T prepared = 0;
};

/// Returns sum + term(first) + term(first + stride) + …, with `count` terms from left to right, as one expression that
/// passes once over the entries. `term` receives an integral constant.
template <int first, int count, int stride = 1, class Sum, class Term>
auto add_terms(const Sum& sum, const Term& term) {
  if constexpr (count <= 0)
    return sum;
  else
    return add_terms<first + stride, count - 1, stride>(sum + term(std::integral_constant<int, first>{}), term);
}

/// Sets v_i ← of(i) one by one. Systems write their few entries one by one; a vector load of two entries would have to
/// wait for both stores.
template <class V, class Of>
void set_entries(V& v, Of function) {
  for (Eigen::Index i = 0; i < v.size(); ++i) v[i] = function(i);
}

/// Returns sum + Σ_{i=k+1}^{m-1} h^{i-k}/(i-k)! d_i, the highest first; the columns of `store` are d_2, d_3, ….
template <int k, class T, int m, class Sum, class Store>
auto add_higher(const Sum& sum, const FamilyWeights<T, m>& w, Store& store) {
  return add_terms<m - 1, m - 1 - k, -1>(
      sum, [&](auto i) { return w.power[static_cast<std::size_t>(i - k)] * store.col(i - 2); });
}

/// Derivatives of the acceleration along the solution through x, computed by central differences of fourth order. The
/// accelerations at t ± h and t ± 2h come from steps of the classical Runge-Kutta method, so no system must supply
/// derivatives.
template <class S>
class AccelerationDifferences {
 public:
  using T = typename S::Scalar;
  using V = typename S::V;
  using State = typename S::State;

  AccelerationDifferences(S& s, const T& t, const T& step_size, const State& x0) : h(step_size) {
    a.fill(x0.v);
    State x = x0;
    ok = s.acceleration(t, x.q, x.v, at(0), x.lambda);
    static const RuntimeTableau<T> classical{Coefficients<T>(erk4)};
    ExplicitRk<S, RuntimeTableau<T>> rk(s, {}, classical);
    for (const int side : {-1, 1}) {
      x = x0;
      for (int k = 1; k <= 2; ++k) {
        ok = ok && rk.step(t + T(side * (k - 1)) * h, T(side) * h, x).status == Status::ok;
        ok = ok && s.acceleration(t + T(side * k) * h, x.q, x.v, at(side * k), x.lambda);
      }
    }
  }

  bool regular() const { return ok; }

  /// Returns a (order 0), its jerk j (1) or snap s (2) at t (where = 0) or at t − h (where = −1).
  V derivative(int order, int where) const {
    V out = a[0];
    out.setZero();
    const auto& row = weights[static_cast<std::size_t>(order)][where == 0 ? 0 : 1];
    for (std::size_t i = 0; i < 5; ++i)
      if (row[i] != 0) out += T(row[i]) * a[i];
    T scale = order == 0 ? T(1) : T(12);
    for (int i = 0; i < order; ++i) scale *= h;
    return out / scale;
  }

 private:
  V& at(int k) { return a[static_cast<std::size_t>(k + 2)]; }

  // [order][at t, at t − h][sample at t − 2h .. t + 2h], over 12 h^order
  static constexpr int weights[3][2][5] = {{{0, 0, 1, 0, 0}, {0, 1, 0, 0, 0}},
                                           {{1, -8, 0, 8, -1}, {-3, -10, 18, -6, 1}},
                                           {{-1, 16, -30, 16, -1}, {11, -20, 6, 4, -1}}};
  std::array<V, 5> a;
  T h;
  bool ok = true;
};

}  // namespace plumb
