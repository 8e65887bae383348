#include "methods/esdirk/gamma.hpp"

namespace plumb {
namespace {

using Real = Digits100;

Real binomial(int n, int k) {
  Real out = 1;
  for (int i = 1; i <= k; ++i) out = out * (n - i + 1) / i;
  return out;
}

// Computes a_0 … a_n from (γ, a_3, …, a_{n−1}).
std::vector<Real> numerator(int n, const Real& rho, const Unknowns& x) {
  const Real& gamma = x[0];
  std::vector<Real> a = {Real(1), 1 - n * gamma, Real(1) / 2 - n * gamma + binomial(n, 2) * gamma * gamma};
  for (int j = 3; j < n; ++j) a.push_back(x[j - 2]);
  a.push_back(rho * pow(gamma, n));
  return a;
}

Unknowns defects(int n, const Real& rho, const Unknowns& x) {
  const auto a = numerator(n, rho, x);
  Unknowns out(n - 2);
  for (int k = 2; k < n; ++k) {
    Real sum = -binomial(n, k) * pow(x[0], 2 * k);
    for (int j = 0; j <= n; ++j) {
      const int i = 2 * k - j;
      if (i < 0 || i > n) continue;
      const Real product = a[static_cast<std::size_t>(i)] * a[static_cast<std::size_t>(j)];
      sum += (k - j) % 2 == 0 ? product : Real(-product);
    }
    out[k - 2] = sum / pow(x[0], 2 * k);
  }
  return out;
}

}  // namespace

CompositeStability msstc_stability(int n, const Real& rho) {
  Unknowns x(n - 2);
  x[0] = Real(1) / (2 * n);
  for (int j = 3; j < n; ++j) x[j - 2] = binomial(n, j) * pow(x[0], j);
  constexpr int steps = 4;  // number of continuation steps along the branch from ρ = 1
  for (int k = 1; k <= steps; ++k)
    x = zero_near(x, [&](const Unknowns& at) { return defects(n, 1 + (rho - 1) * k / steps, at); });
  const auto a = numerator(n, rho, x);
  return {.gamma = x[0], .a = {a.begin() + 1, a.end()}};
}

Real mssth_gamma(int n, const Real& rho) {
  const double ends[3][2] = {{0.4359, 0.3333}, {0.5728, 0.3943}, {0.2781, 0.2465}};  // values of γ at ρ = 0 and 1
  const auto& end = ends[n - 3];
  const auto defect = [&](const Unknowns& x) {
    const Real& gamma = x[0];
    Real factorial = 1, sum = 0;  // factorial of n − k; sum up to k
    for (int k = n; k >= 0; --k) {
      sum += binomial(n, k) * pow(Real(-gamma), k) / factorial;
      factorial *= n - k + 1;
    }
    return Unknowns(Unknowns::Constant(1, sum - (n == 3 ? -rho : rho) * pow(gamma, n)));
  };
  return zero_near(Unknowns::Constant(1, end[0] + rho * (end[1] - end[0])), defect)[0];
}

}  // namespace plumb
