#include "methods/analysis/stability_polynomials.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "contract/stop.hpp"
#include "methods/coefficients/order_trees.hpp"

namespace plumb {
namespace {

// Limit of the uncertainty of a moment, relative to 1/k!: the size of the error constants of good methods.
constexpr double largest_part_of_moments = 1e-3;

// det(I − zM) = Σ q_k z^k and adj(I − zM) = Σ z^k N_k, whose entries are the derivatives of q_{k+1} (Faddeev &
// LeVerrier): N_0 = I, q_{k+1} = −tr(M N_k)/(k+1), N_{k+1} = M N_k + q_{k+1} I.
class Determinant {
 public:
  explicit Determinant(std::vector<Digits100> matrix, std::size_t size) : m(std::move(matrix)), n(size) {
    adjugate.assign(n * n, 0);
    for (std::size_t i = 0; i < n; ++i) {
      adjugate[i * n + i] = 1;
      double row = 0;
      for (std::size_t j = 0; j < n; ++j) row += size_of(m[i * n + j]);
      norm = std::max(norm, row);
    }
  }

  // Returns −∂q_{k+1}/∂m_ij, before the k-th call of `next`.
  double slope(std::size_t i, std::size_t j) const { return static_cast<double>(adjugate[j * n + i]); }

  double rounding_error() const { return error_of_q; }

  Digits100 next() {
    stopping_point();
    std::vector<Digits100> product(n * n, 0);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t l = 0; l < n; ++l) {
        const auto& x = m[i * n + l];
        if (x == 0) continue;
        for (std::size_t j = 0; j < n; ++j)
          if (adjugate[l * n + j] != 0) product[i * n + j] += x * adjugate[l * n + j];
      }
    Digits100 trace = 0;
    for (std::size_t i = 0; i < n; ++i) trace += product[i * n + i];
    const Digits100 q = -trace / ++k;
    const auto stages = static_cast<double>(n);
    error = norm * (error + rounding * largest()) * (1 + stages / k);
    error_of_q = stages / k * error;
    for (std::size_t i = 0; i < n; ++i) product[i * n + i] += q;
    adjugate = std::move(product);
    return q;
  }

 private:
  static constexpr double rounding = 1e-98;
  double largest() const {
    double out = 0;
    for (const auto& x : adjugate) out = std::max(out, size_of(x));
    return out;
  }

  std::vector<Digits100> m, adjugate;
  std::size_t n;
  int k = 0;
  double norm = 0, error = 0, error_of_q = 0;  // norm of M; rounding errors of the entries of N_k, and of q_k
};

}  // namespace

// The moments bᵀA^{k−1}e for k = 1, 2, ...: the series of R. The rounding error δ_l of the product A^l e reaches the
// k-th moment as bᵀA^{k−1−l} δ_l. This bound uses the vectors themselves, in which large entries of A that cancel have
// already cancelled; powers of |A| would make the moments of such methods useless.
class StabilityPolynomials::Moments {
 public:
  explicit Moments(const StabilityPolynomials& of) : t(of), open(of.is_open()), right(of.n, 1), left(of.n) {
    for (std::size_t i = 0; i < t.n; ++i) left[i] = t.b[i].value;
    rounded.emplace_back(t.n, 0.);
  }

  Known next() {
    Known out;
    rights.push_back(in_double(right));
    double by_digits = 0, by_rounding = rounding_of_a_sum() * size_of_product(right);
    for (std::size_t i = 0; i < t.n; ++i) {
      out.value += t.b[i].value * right[i];
      by_digits += size_of(right[i]) * t.b[i].within;
    }
    for (std::size_t l = 0; l < lefts.size(); ++l)
      for (std::size_t i = 0; i < t.n; ++i) by_rounding += std::abs(lefts[l][i]) * rounded[lefts.size() - l][i];
    if (open) {
      const auto slope = slopes();
      for (std::size_t e = 0; e < t.n * t.n; ++e) by_digits += std::abs(slope[e]) * t.a[e].within;
    }
    out.within = finite_or_open(by_digits + by_rounding);
    largest_rounding = std::max(largest_rounding, finite_or_open(by_rounding));
    advance();
    return out;
  }

  /// The rounding error of all moments so far, by the arithmetic alone.
  double rounding() const { return largest_rounding; }

 private:
  static std::vector<double> in_double(const std::vector<Digits100>& x) {
    std::vector<double> out;
    for (const auto& e : x) out.push_back(static_cast<double>(e));
    return out;
  }
  static double finite_or_open(double x) { return std::isfinite(x) ? x : std::numeric_limits<double>::infinity(); }
  double rounding_of_a_sum() const { return 1e-98 * static_cast<double>(t.n + 2); }
  double size_of_product(const std::vector<Digits100>& x) const {  // |b|ᵀ|x|
    double out = 0;
    for (std::size_t i = 0; i < t.n; ++i) out += size_of(t.b[i].value) * size_of(x[i]);
    return out;
  }

  // The derivative of bᵀA^{k−1}e by a_ij: Σ_l (bᵀA^l)_i (A^{k−2−l}e)_j.
  std::vector<double> slopes() const {
    const auto n = t.n;
    std::vector<double> out(n * n, 0.);
    for (std::size_t l = 0; l < lefts.size(); ++l)
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) out[i * n + j] += lefts[l][i] * rights[lefts.size() - 1 - l][j];
    return out;
  }

  void advance() {
    const auto n = t.n;
    lefts.push_back(in_double(left));
    std::vector<Digits100> next(n, 0), next_left(n, 0);
    std::vector<double> sizes(n, 0.);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) {
        const auto& x = t.a[i * n + j].value;
        if (x == 0) continue;
        next[i] += x * right[j];
        next_left[j] += left[i] * x;
        sizes[i] += rounding_of_a_sum() * size_of(x) * size_of(right[j]);
      }
    right = std::move(next);
    left = std::move(next_left);
    rounded.push_back(std::move(sizes));
  }

  const StabilityPolynomials& t;
  bool open;
  std::vector<Digits100> right, left;                        // vectors A^{k−1}e and bᵀA^{k−1}
  std::vector<std::vector<double>> rights = {}, lefts = {};  // vectors A^l e and bᵀA^l in double
  std::vector<std::vector<double>> rounded = {};             // rounding errors of the product A (A^{l−1}e)
  double largest_rounding = 0;
};

StabilityPolynomials::StabilityPolynomials(const TableauData& data, const Digits& digits) {
  const auto by = decided(digits, data);
  a = known(data.a, by);
  b = known(data.b, by);
  n = b.size();
  moments.push_back({1, 0});
  roundings.push_back(0);
  Moments following(*this);
  while (moments.size() < 2 * n + 5) {
    stopping_point();
    moments.push_back(following.next());
    roundings.push_back(following.rounding());
  }
  q = is_explicit() ? Polynomial{{1}, {0.}} : is_triangular() ? product_of_diagonal() : determinant(false);
  p = series_times_denominator();
  if (is_explicit() || !is_open()) return;
  // There are two bounds of the same number: the bound from the determinant is closer, but may be spoiled by
  // rounding.
  const auto other = determinant(true);
  for (std::size_t k = 0; k <= n; ++k)
    if (other.within[k] < p.within[k]) {
      p.coefficients[k] = other.coefficients[k];
      p.within[k] = other.within[k];
    }
}

int StabilityPolynomials::linear_order() const {
  Digits100 factorial = 1;
  for (std::size_t k = 1; k < moments.size(); ++k) {
    factorial *= k;
    if (!is_determined(k, 1 / factorial)) return static_cast<int>(k) - 1;
    if (size_of(moments[k].value - 1 / factorial) > moments[k].within + arithmetic_of_conditions)
      return static_cast<int>(k) - 1;
  }
  return static_cast<int>(moments.size()) - 1;
}

std::optional<Known> StabilityPolynomials::error_constant() const {
  const auto k = static_cast<std::size_t>(linear_order()) + 1;
  if (k >= moments.size()) return Known{};
  Digits100 factorial = 1;
  for (std::size_t j = 2; j <= k; ++j) factorial *= j;
  if (!is_determined(k, 1 / factorial)) return {};
  return Known{1 / factorial - moments[k].value, moments[k].within};
}

// Returns whether digits and arithmetic are sufficient to decide whether a moment equals the moment of e^z.
bool StabilityPolynomials::is_determined(std::size_t k, const Digits100& meant) const {
  return roundings[k] <= largest_rounding_of_conditions && moments[k].within < largest_part_of_moments * size_of(meant);
}

bool StabilityPolynomials::is_open() const {
  const auto open = [](const Known& x) { return x.within > 1e-90 * size_of(x.value); };
  return std::ranges::any_of(a, open) || std::ranges::any_of(b, open);
}

double StabilityPolynomials::open() const {
  double out = 0;
  for (const auto* list : {&a, &b})
    for (const auto& x : *list)
      if (x.within > 1e-60) out = std::max(out, x.within);
  return out;
}

bool StabilityPolynomials::is_triangular() const {
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 1; j < n; ++j)
      if (a[i * n + j].value != 0) return false;
  return true;
}

bool StabilityPolynomials::is_explicit() const {
  for (std::size_t i = 0; i < n; ++i)
    if (a[i * n + i].value != 0) return false;
  return is_triangular();
}

bool StabilityPolynomials::has_nonnegative_diagonal() const {
  for (std::size_t i = 0; i < n; ++i)
    if (a[i * n + i].value < 0) return false;
  return is_triangular();
}

Polynomial StabilityPolynomials::product_of_diagonal() const {
  Polynomial out{{1}, {0.}};
  for (std::size_t i = 0; i < n; ++i) {
    const auto& x = a[i * n + i];
    out = out * Polynomial{{1, -x.value}, {0., x.within}};
  }
  return out;
}

Polynomial StabilityPolynomials::series_times_denominator() const {
  Polynomial series;
  for (std::size_t k = 0; k <= n; ++k) {
    series.coefficients.push_back(moments[k].value);
    series.within.push_back(moments[k].within);
  }
  auto out = q * series;
  out.coefficients.resize(n + 1);
  out.within.resize(n + 1);
  return out;
}

// The determinant of I − zA, or of I − z(A − e bᵀ), with its uncertainty by the derivatives.
Polynomial StabilityPolynomials::determinant(bool with_weights) const {
  std::vector<Digits100> m;
  for (std::size_t k = 0; k < n * n; ++k)
    m.push_back(with_weights ? Digits100(a[k].value - b[k % n].value) : a[k].value);
  Determinant steps(m, n);
  Polynomial out{{1}, {0.}};
  for (std::size_t k = 0; k < n; ++k) {
    double open = 0;
    for (std::size_t j = 0; j < n; ++j) {
      double by_weight = 0;
      for (std::size_t i = 0; i < n; ++i) {
        const double slope = steps.slope(i, j);
        open += std::abs(slope) * (a[i * n + j].within + 1e-95 * size_of(m[i * n + j]));
        by_weight += slope;
      }
      if (with_weights) open += std::abs(by_weight) * b[j].within;
    }
    out.coefficients.push_back(steps.next());
    out.within.push_back(open + steps.rounding_error());
  }
  return out;
}

}  // namespace plumb
