#include "methods/analysis/structure.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "methods/coefficients/multistep_formula.hpp"
#include "methods/coefficients/order_trees.hpp"

namespace plumb {
namespace {

constexpr int most = 20;           // of p, η and ζ
constexpr double decisive = 1e-3;  // a condition with a larger uncertainty is not decided

/// A number and a bound on its error; the bound is propagated to first order.
struct Near {
  Digits50 value = 0;
  double within = 0;

  Near& operator+=(const Near& x) {
    value += x.value;
    within += x.within;
    return *this;
  }
  friend Near operator*(const Near& x, const Near& y) {
    return {x.value * y.value, size(x) * y.within + size(y) * x.within};
  }
  friend Near operator*(const Digits50& factor, const Near& x) {
    return {factor * x.value, std::abs(static_cast<double>(factor)) * x.within};
  }
  static double size(const Near& x) { return std::abs(static_cast<double>(x.value)); }
  bool vanishes() const { return size(*this) <= within + arithmetic_of_conditions; }
};

/// A tableau with the uncertainties of its numbers.
struct Stages {
  std::vector<Near> a, b, c;
  std::size_t n;

  explicit Stages(const PreciseTableau& t)
      : a(near(t.a, t.within_a)), b(near(t.b, t.within_b)), c(near(t.c, t.within_c)), n(b.size()) {}
  const Near& entry(std::size_t i, std::size_t j) const { return a[i * n + j]; }
  Near power(std::size_t i, int k) const {
    Near out{.value = 1};
    for (int m = 0; m < k; ++m) out = out * c[i];
    return out;
  }

 private:
  static std::vector<Near> near(const std::vector<Digits50>& values, const std::vector<double>& within) {
    std::vector<Near> out;
    for (std::size_t i = 0; i < values.size(); ++i) out.push_back({values[i], i < within.size() ? within[i] : 0});
    return out;
  }
};

Near difference(Near x, const Near& y) { return x += Digits50(-1) * y; }

/// Returns the largest k <= most such that `defect(l)` vanishes for all l <= k.
template <class Defects>
int largest(Defects hold) {
  int k = 0;
  while (k < most && hold(k + 1)) ++k;
  return k;
}

bool has_b(const Stages& s, int k) {
  Near sum{.value = Digits50(-1) / k};
  for (std::size_t i = 0; i < s.n; ++i) sum += s.b[i] * s.power(i, k - 1);
  return sum.vanishes();
}

bool has_c(const Stages& s, int k) {
  for (std::size_t i = 0; i < s.n; ++i) {
    Near sum = (Digits50(-1) / k) * s.power(i, k);
    for (std::size_t j = 0; j < s.n; ++j) sum += s.entry(i, j) * s.power(j, k - 1);
    if (!sum.vanishes()) return false;
  }
  return true;
}

bool has_d(const Stages& s, int k) {
  for (std::size_t j = 0; j < s.n; ++j) {
    Near sum = (Digits50(-1) / k) * (s.b[j] * difference({.value = 1}, s.power(j, k)));
    for (std::size_t i = 0; i < s.n; ++i) sum += s.b[i] * s.power(i, k - 1) * s.entry(i, j);
    if (!sum.vanishes()) return false;
  }
  return true;
}

std::optional<bool> is_symplectic(const Stages& s) {
  double uncertainty = 0;
  for (std::size_t i = 0; i < s.n; ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      Near sum = s.b[i] * s.entry(i, j);
      sum += s.b[j] * s.entry(j, i);
      sum = difference(sum, s.b[i] * s.b[j]);
      if (!sum.vanishes()) return false;
      uncertainty = std::max(uncertainty, sum.within);
    }
  return uncertainty < decisive ? std::optional(true) : std::nullopt;
}

bool is_reversed(const Stages& s, const std::vector<std::size_t>& order) {
  for (std::size_t i = 0; i < s.n; ++i)
    for (std::size_t j = 0; j < s.n; ++j) {
      const auto p = order[i], q = order[j], p_back = order[s.n - 1 - i], q_back = order[s.n - 1 - j];
      Near sum = difference(s.entry(p, q), s.b[q]);
      sum += s.entry(p_back, q_back);
      if (!sum.vanishes() || !difference(s.b[q], s.b[q_back]).vanishes()) return false;
    }
  return true;
}

/// Returns R(z) = det(I − zA + z e bᵀ)/det(I − zA) for a real z.
double stability_function(const Stages& s, double z) {
  const auto n = static_cast<Eigen::Index>(s.n);
  Mat<double> denominator = Mat<double>::Identity(n, n), numerator = denominator;
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = 0; j < n; ++j) {
      const auto column = static_cast<std::size_t>(j);
      denominator(i, j) -= z * static_cast<double>(s.entry(static_cast<std::size_t>(i), column).value);
      numerator(i, j) = denominator(i, j) + z * static_cast<double>(s.b[column].value);
    }
  return numerator.determinant() / denominator.determinant();
}

std::optional<bool> is_symmetric(const Stages& s) {
  constexpr double z = 0.3;
  if (std::abs(stability_function(s, z) * stability_function(s, -z) - 1) > 1e-9) return false;
  std::vector<std::size_t> order(s.n);
  std::iota(order.begin(), order.end(), 0);
  if (is_reversed(s, order)) return true;
  std::ranges::stable_sort(order, [&](auto i, auto j) { return s.c[i].value < s.c[j].value; });
  return is_reversed(s, order) ? std::optional(true) : std::nullopt;
}

}  // namespace

Structure structure(const TableauData& tableau, const Digits& digits) {
  const Stages s(precise(tableau, digits));
  return {.symplectic = is_symplectic(s),
          .symmetric = is_symmetric(s),
          .b = largest([&](int k) { return has_b(s, k); }),
          .c = largest([&](int k) { return has_c(s, k); }),
          .d = largest([&](int k) { return has_d(s, k); })};
}

Structure structure(const MultistepData& data, const Digits& digits) {
  const auto formula = multistep_formula(data, digits);
  const auto near = [](const Known& x) { return Near{Digits50(x.value), x.within}; };
  bool holds = true;
  for (std::size_t j = 0, k = formula.alpha.size() - 1; j <= k; ++j) {
    Near of_alpha = near(formula.alpha[j]);
    of_alpha += near(formula.alpha[k - j]);
    holds = holds && of_alpha.vanishes() && difference(near(formula.beta[j]), near(formula.beta[k - j])).vanishes();
  }
  return {.symmetric = holds};
}

}  // namespace plumb
