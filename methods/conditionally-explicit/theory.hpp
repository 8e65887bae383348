#pragma once
// The theory of the conditionally explicit family, computed from its formulas and not from its stepper.
//
// On x = e^{λt}, with z = e^{μ}, μ = λh, the formulas are linear in u: d_k = D_k(z) u and x = X(z) u,
//
//   D_k (1 − 1/z) = Σ_{i=k+1}^{m-1} h^{i-k}/(i-k)! D_i/z + h^{m-k}/(m-k)! [θ_k + (1−θ_k)/z]
//   X (z − 1)     = Σ_{i=1}^{m-1} hⁱ/i! D_i + hᵐ/m! [α + (1−α)/z]
//
// so that the position has order p when X/D_2 = λ^{-2} (1 + O(μ^p)) and the velocity when
// D_1/D_2 = λ^{-1} (1 + O(μ^p)). These are the order conditions of a linear multistep method for x'' = g; they hold for
// nonlinear g as well. If g does not depend on v, only the first condition affects position errors. (The analysis in
// the paper considers only a single step from exact values.)

#include "methods/conditionally-explicit/differences.hpp"
#include "methods/implicit/eigenvectors.hpp"
#include "methods/method.hpp"

namespace plumb {

/// D_1 .. D_m and X (index 0) at z = e^{μ}, with h = 1.
template <int m>
std::array<quad, m + 1> family_symbols(const FamilyWeights<quad, m>& w, const quad& mu) {
  using std::exp;
  const auto at = [](int i) { return static_cast<std::size_t>(i); };
  const quad z = exp(mu);
  std::array<quad, m + 1> d{};
  d[m] = 1;
  for (int k = m - 1; k >= 1; --k) {
    d[at(k)] = w.power[at(m - k)] * (w.theta[at(k)] + (1 - w.theta[at(k)]) / z);
    for (int i = k + 1; i < m; ++i) d[at(k)] += w.power[at(i - k)] * d[at(i)] / z;
    d[at(k)] /= 1 - 1 / z;
  }
  d[0] = w.power[m] * (w.alpha + (1 - w.alpha) / z);
  for (std::size_t i = 1; i < m; ++i) d[0] += w.power[i] * d[i];
  d[0] /= z - 1;
  return d;
}

/// The orders of the method with these parameters, started from the true derivatives. The start limits the order: the
/// value of d_k that the formulas generate is λᵏ x (1 + O(μ^r)) with some r, so a start from the true derivative has an
/// error that enters v as h^{k-1+r}.
template <int m>
ProvenOrder family_order(const Parameters& parameters) {
  using std::abs, std::log;
  FamilyWeights<quad, m> w(parameters);
  w.prepare(quad(1));
  const auto order_of = [&](int k) {  // order r of λ^{2-k} D_k/D_2 = 1 + O(μ^r), k = 0 for the position
    const auto residual = [&](const quad& mu) {
      const auto d = family_symbols<m>(w, mu);
      quad ratio = d[static_cast<std::size_t>(k)] / d[2];
      for (int i = k; i < 2; ++i) ratio *= mu;
      for (int i = 2; i < k; ++i) ratio /= mu;
      return abs(ratio - 1);
    };
    const quad coarse = residual(quad(1) / 1024), fine = residual(quad(1) / 2048);
    return fine == 0 ? 2 * m : static_cast<int>(lround(log(coarse / fine) / log(quad(2))));
  };
  int start = 2 * m;
  for (int k = 3; k <= m; ++k) start = std::min(start, k - 1 + order_of(k));
  const int position = std::min(order_of(0), start), velocity = std::min(order_of(1), position);
  return {position, velocity, velocity};
}

/// The spectral radius of the remaining recursion if the constraint fixes the position (index 3). With x = 0 at
/// every step u follows from the formula of x⁺; if the radius exceeds 1, the derivatives grow for any step size.
template <int m>
double index3_radius(const Parameters& parameters) {
  FamilyWeights<double, m> w(parameters);
  w.prepare(1);
  Mat<double> map(m, m);  // map of (d_1 .. d_{m-1}, u) over a step, column by column
  for (int column = 0; column < m; ++column) {
    Vec<double, m> old = Vec<double, m>::Zero();
    old[column] = 1;
    const double u_old = old[m - 1];
    const auto at = [](int i) { return static_cast<std::size_t>(i); };
    std::array<double, m> base{};  // d_k without its term in u
    double b0 = w.power[at(m)] * w.alpha, bx = w.power[at(m)] * (1 - w.alpha) * u_old;
    for (int k = 1; k < m; ++k) {
      for (int i = k; i < m; ++i) base[at(k)] += w.power[at(i - k)] * old[i - 1];
      base[at(k)] += w.power[at(m - k)] * (1 - w.theta[at(k)]) * u_old;
      b0 += w.power[at(k)] * w.power[at(m - k)] * w.theta[at(k)];
      bx += w.power[at(k)] * base[at(k)];
    }
    const double u = -bx / b0;
    for (int k = 1; k < m; ++k) map(k - 1, column) = base[at(k)] + w.power[at(m - k)] * w.theta[at(k)] * u;
    map(m - 1, column) = u;
  }
  return spectral_radius(map);
}

}  // namespace plumb
