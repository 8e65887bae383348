#include "methods/esdirk/tableaus.hpp"

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <sstream>

#include "contract/expression.hpp"
#include "methods/esdirk/error_norm.hpp"
#include "methods/esdirk/gamma.hpp"
#include "methods/esdirk/table7.hpp"

namespace plumb {
namespace {

using Real = Digits100;

Real number(std::string_view text) { return Real(expression_value<Digits50>(text)); }

std::string text(const Real& x) {
  if (x == 0) return "0";
  if (x == 1) return "1";
  std::ostringstream out;
  out.precision(49);
  out << std::scientific << x;
  return out.str();
}

TableauData data(const Esdirk<Real>& t) {
  TableauData out{.stages = t.stages};
  for (const auto& x : t.a) out.a.push_back(text(x));
  for (const auto& x : t.c) out.c.push_back(text(x));
  out.b.assign(out.a.end() - t.stages, out.a.end());
  return out;
}

TableauData kept(const std::string& key, const std::function<Esdirk<Real>()>& make) {
  static std::mutex mutex;
  static std::map<std::string, TableauData> all;
  const std::lock_guard lock(mutex);
  const auto found = all.find(key);
  return found != all.end() ? found->second : all.emplace(key, data(make())).first->second;
}

std::string key(std::string_view name, std::string_view rho) { return std::string(name) + " " + std::string(rho); }

const PrintedParameters* printed(const Real& rho) {
  for (std::size_t k = 0; k < table7.size(); ++k)
    if (abs(10 * rho - k) < Real("1e-45")) return &table7[k];
  return nullptr;
}

// The tableau of trapezoidal rules of the length 2γ, with the weights b.
Esdirk<Real> composite(const Real& gamma, const std::vector<Real>& b) {
  const std::size_t n = b.size();
  std::vector<Real> c;
  std::vector<std::vector<Real>> between;
  for (std::size_t i = 1; i < n; ++i) {
    c.push_back(2 * i * gamma);
    between.emplace_back(i - 1, Real(2 * gamma));
  }
  c.emplace_back(1);
  between.emplace_back(b.begin() + 1, b.end());
  return esdirk<Real>(gamma, c, between);
}

// The coefficients of (1 + γz)^up (1 − γz)^down.
Unknowns powers(const Real& gamma, int up, int down) {
  Unknowns p = Unknowns::Zero(up + down + 1);
  p[0] = 1;
  for (int factor = 0; factor < up + down; ++factor)
    for (int k = factor + 1; k > 0; --k) p[k] += (factor < up ? gamma : Real(-gamma)) * p[k - 1];
  return p;
}

// b_1 … b_n from N(z) = (1 − γz)^{n−1} + z Σ_i b_i (1 + γz)^{i−1} (1 − γz)^{n−i}.
std::vector<Real> composite_weights(const CompositeStability& stability) {
  const int n = static_cast<int>(stability.a.size());
  const Unknowns before = powers(stability.gamma, 0, n - 1);
  Mat<Real> products(n, n);
  Unknowns right(n);
  for (int i = 0; i < n; ++i) {
    products.col(i) = powers(stability.gamma, i, n - 1 - i);
    right[i] = stability.a[static_cast<std::size_t>(i)] - (i + 1 < n ? before[i + 1] : Real(0));
  }
  const Unknowns b = solution(products, right);
  return {b.begin(), b.end()};
}

// The initial values of Newton's iteration for (c3, c4) of MSSTH(4).
Unknowns start4(const Real& rho, FreeAbscissae free) {
  Unknowns out(2);
  if (free == FreeAbscissae::minimal)
    out << 0.4863 + 0.1875 * rho, 0.7431 + 0.1698 * rho;
  else
    out << 0.559 + 0.4944 * rho, 0.7414 + 0.15 * rho - 0.12 * pow(rho, 4);
  return out;
}

Esdirk<Real> mssth4_of(const Real& rho, FreeAbscissae free) {
  const Real gamma = mssth_gamma(4, rho);
  if (const auto* row = printed(rho); row != nullptr && free == FreeAbscissae::published)
    return mssth4<Real>(gamma, Real(row->mssth4_c3.data()), Real(row->mssth4_c4.data()));
  const auto products = free == FreeAbscissae::minimal ? Products::entries : Products::matrices;
  const auto x = stationary_near(start4(rho, free), [&](const Unknowns& at) {
    return squared_error(mssth4<Real>(gamma, at[0], at[1]), 5, products);
  });
  return mssth4<Real>(gamma, x[0], x[1]);
}

Esdirk<Real> mssth5_of(const Real& rho, FreeAbscissae free) {
  const Real gamma = mssth_gamma(5, rho), c3 = Real(1) / 10;
  if (const auto* row = printed(rho); row != nullptr && free == FreeAbscissae::published)
    return mssth5<Real>(gamma, c3, Real(row->mssth5_c4.data()));
  const bool minimal = free == FreeAbscissae::minimal;
  const Real start = minimal ? 0.7101 - 0.0333 * rho : 0.967 - 0.514 * rho;
  const auto x = stationary_near(Unknowns::Constant(1, start), [&](const Unknowns& at) {
    return squared_error(mssth5<Real>(gamma, c3, at[0]), 6, minimal ? Products::entries : Products::matrices);
  });
  return mssth5<Real>(gamma, c3, x[0]);
}

}  // namespace

TableauData bathe_tableau(std::string_view rho) {
  return kept(key("bathe", rho), [&] {
    const Real gamma = 1 / (2 + sqrt(2 * (1 + number(rho))));  // eq. (7), multiplied out: no 0/0 at ρ = 1
    const Real b1 = -(4 * gamma * gamma - 6 * gamma + 1) / (4 * gamma), b2 = (1 - 2 * gamma) / (4 * gamma);
    return composite(gamma, {b1, b2});
  });
}

TableauData bathe_beta_tableau(std::string_view gamma, std::string_view beta1, std::string_view beta2) {
  const Real g = number(gamma), b1 = number(beta1), b2 = number(beta2);
  const Real first = g * (1 - b1), middle = g * b1 + (1 - g) * (1 - b2), last = (1 - g) * b2;
  TableauData out{.stages = 3,
                  .a = {"0", "0", "0", text(g / 2), text(g / 2), "0", text(first), text(middle), text(last)},
                  .b = {},
                  .c = {"0", text(g), "1"}};
  out.b.assign(out.a.end() - 3, out.a.end());
  return out;
}

TableauData msstc_tableau(int n, std::string_view rho) {
  return kept(key("msstc" + std::to_string(n), rho), [&] {
    const auto stability = msstc_stability(n, number(rho));
    return composite(stability.gamma, composite_weights(stability));
  });
}

TableauData mssth3_tableau(std::string_view rho) {
  return kept(key("mssth3", rho), [&] {
    const Real gamma = mssth_gamma(3, number(rho));
    return mssth3<Real>(gamma, mssth3_c3(gamma));
  });
}

TableauData mssth3_as_printed(std::string_view rho) {
  const auto* row = printed(number(rho));
  if (row == nullptr)
    throw std::invalid_argument("gamma=printed: table 7 has rho = 0, 0.1, ..., 1 only, not " + std::string(rho));
  return kept(key("mssth3 printed", rho), [&] {
    const Real gamma(row->mssth3_gamma.data());
    return mssth3<Real>(gamma, mssth3_c3(gamma));
  });
}

TableauData mssth_tableau(int n, std::string_view rho, FreeAbscissae free) {
  const std::string name = "mssth" + std::to_string(n) + (free == FreeAbscissae::minimal ? " minimal" : "");
  return kept(key(name, rho), [&] { return n == 4 ? mssth4_of(number(rho), free) : mssth5_of(number(rho), free); });
}

}  // namespace plumb
