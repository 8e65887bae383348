#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>

#include "contract/stop.hpp"
#include "methods/analysis/polynomial.hpp"
#include "methods/analysis/stability_by_formula.hpp"

namespace plumb {
namespace {

using Numbers = std::vector<Known>;

constexpr double infinity = std::numeric_limits<double>::infinity();

double size_of(const Digits100& x) { return static_cast<double>(abs(x)); }

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

  // −q_{k+1}'s derivative by m_ij is slope(i, j) before the k-th call of `next`.
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
  double norm = 0, error = 0, error_of_q = 0;  // of M; of the entries of N_k, and of q_k, by rounding
};

class Tableau100 {
 public:
  Tableau100(const TableauData& data, const Digits& digits) {
    const auto by = decided(digits, {&data.a, &data.b, &data.c});
    a = known(data.a, by);
    b = known(data.b, by);
    n = b.size();
  }

  Polynomial denominator() const { return is_explicit() ? Polynomial{{1}, {0.}} : determinant(false); }
  Polynomial numerator() const;

  // The first k at which bᵀA^{k−1}e and 1/k! differ, less 1.
  int linear_order() const;
  bool is_explicit() const {
    const auto d = diagonal();
    return !d.empty() && std::ranges::all_of(d, [](const Digits100& x) { return x == 0; });
  }
  // Diagonal of a triangular matrix; empty: it is not.
  std::vector<Digits100> diagonal() const {
    std::vector<Digits100> out;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = i + 1; j < n; ++j)
        if (a[i * n + j].value != 0) return {};
      out.push_back(a[i * n + i].value);
    }
    return out;
  }

 private:
  class Moments;

  // Of I − zA, or of I − z(A − e bᵀ).
  Polynomial determinant(bool with_weights) const {
    std::vector<Digits100> m;
    for (std::size_t k = 0; k < n * n; ++k)
      m.push_back(with_weights ? Digits100(a[k].value - b[k % n].value) : a[k].value);
    Determinant steps(m, n);
    Polynomial out{{1}, {0.}};
    for (std::size_t k = 0; k < n; ++k) {
      const double open = open_part(steps, m, with_weights);
      out.coefficients.push_back(steps.next());
      out.within.push_back(open + steps.rounding_error());
    }
    return out;
  }

  double open_part(const Determinant& at, const std::vector<Digits100>& m, bool with_weights) const {
    double out = 0;
    for (std::size_t j = 0; j < n; ++j) {
      double by_weight = 0;
      for (std::size_t i = 0; i < n; ++i) {
        const double slope = at.slope(i, j);
        out += std::abs(slope) * (a[i * n + j].within + 1e-95 * size_of(m[i * n + j]));
        by_weight += slope;
      }
      if (with_weights) out += std::abs(by_weight) * b[j].within;
    }
    return out;
  }

  std::vector<double> weights() const {
    std::vector<double> out;
    for (const auto& x : b) out.push_back(static_cast<double>(x.value));
    return out;
  }
  std::vector<double> times_a(const std::vector<double>& row) const {  // rowᵀ A
    std::vector<double> out(n, 0.);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) out[j] += row[i] * static_cast<double>(a[i * n + j].value);
    return out;
  }

  Numbers a, b;
  std::size_t n;
};

// Moments bᵀA^{k−1}e one after the other, k = 1, 2, ...: the series of R.
class Tableau100::Moments {
 public:
  explicit Moments(const Tableau100& of) : t(of), right(of.n, 1), sizes(of.n, 1.) {}

  Known next() {
    Known out;
    rights.emplace_back();
    for (std::size_t i = 0; i < t.n; ++i) {
      out.value += t.b[i].value * right[i];
      out.within += size_of(right[i]) * t.b[i].within + 1e-95 * size_of(t.b[i].value) * sizes[i];
      rights.back().push_back(static_cast<double>(right[i]));
    }
    const auto slope = slopes();
    for (std::size_t e = 0; e < t.n * t.n; ++e) out.within += std::abs(slope[e]) * t.a[e].within;
    advance();
    return out;
  }

 private:
  // Of bᵀA^{k−1}e by a_ij: Σ_l (bᵀA^l)_i (A^{k−2−l}e)_j.
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
    lefts.push_back(lefts.empty() ? t.weights() : t.times_a(lefts.back()));
    std::vector<Digits100> next(n, 0);
    std::vector<double> next_sizes(n, 0.);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) {
        const auto& x = t.a[i * n + j].value;
        if (x == 0) continue;
        next[i] += x * right[j];
        next_sizes[i] += size_of(x) * sizes[j];
      }
    right = std::move(next);
    sizes = std::move(next_sizes);
  }

  const Tableau100& t;
  std::vector<Digits100> right;                              // A^{k−1}e
  std::vector<double> sizes;                                 // |A|^{k−1}e
  std::vector<std::vector<double>> rights = {}, lefts = {};  // A^l e and bᵀA^l
};

int Tableau100::linear_order() const {
  Moments moments(*this);
  Digits100 factorial = 1;
  const auto most = static_cast<int>(2 * n + 2);
  for (int k = 1; k <= most; ++k) {
    factorial *= k;
    const auto moment = moments.next();
    if (size_of(moment.value - 1 / factorial) > moment.within) return k - 1;
  }
  return most;
}

Polynomial Tableau100::numerator() const {
  if (!is_explicit()) return determinant(true);
  Polynomial out{{1}, {0.}};  // Q = 1
  Moments moments(*this);
  for (std::size_t k = 0; k < n; ++k) {
    stopping_point();
    const auto moment = moments.next();
    out.coefficients.push_back(moment.value);
    out.within.push_back(moment.within);
  }
  return out;
}

// cos(kθ) with cos θ = −ξ (Chebyshev).
std::vector<Digits100> cosines(const Digits100& damping_ratio, std::size_t count) {
  std::vector<Digits100> out{1, -damping_ratio};
  while (out.size() < count) out.push_back(-2 * damping_ratio * out.back() - out[out.size() - 2]);
  return out;
}

// |f(Ω e^{iθ})|² in powers of Ω; on the imaginary axis of Ω².
Polynomial squared_modulus(const Polynomial& f, const Digits100& damping_ratio) {
  const auto n = f.coefficients.size();
  const auto cosine = cosines(damping_ratio, n + 1);
  const bool even = damping_ratio == 0;
  const auto size = even ? n : 2 * n - 1;
  Polynomial out{std::vector<Digits100>(size, 0), std::vector<double>(size, 0.)};
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t k = 0; k < n; ++k) {
      if (even && (j + k) % 2 != 0) continue;
      const auto at = even ? (j + k) / 2 : j + k;
      const auto& c = cosine[j > k ? j - k : k - j];
      const auto &x = f.coefficients[j], &y = f.coefficients[k];
      out.coefficients[at] += c * x * y;
      out.within[at] += size_of(c) * (size_of(x) * f.within[k] + size_of(y) * f.within[j] + f.within[j] * f.within[k] +
                                      1e-95 * size_of(x * y));
    }
  return out;
}

struct Part {
  Digits100 from, to;  // `to` < 0: infinite
  Digits100 inside;
};

// Where a polynomial that is snapped is not negative, for t > 0.
std::vector<Part> nonnegative(Polynomial e) {
  if (e.is_zero()) return {{0, -1, 1}};
  while (e.coefficients.front() == 0) {
    e.coefficients.erase(e.coefficients.begin());
    e.within.erase(e.within.begin());
  }
  auto ends = real_roots(e, 0, root_bound(e));
  ends.insert(ends.begin(), Digits100(0));
  const auto same = [](const Digits100& x, const Digits100& y) { return y - x <= Digits100("1e-25") * y; };
  ends.erase(std::unique(ends.begin(), ends.end(), same), ends.end());
  std::vector<Part> out;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const bool last = i + 1 == ends.size();
    const Digits100 inside = last ? Digits100(2 * ends[i] + 1) : Digits100((ends[i] + ends[i + 1]) / 2);
    if (e(inside) < -Digits100(e.slack(size_of(inside)))) continue;
    const Digits100 to = last ? Digits100(-1) : ends[i + 1];
    if (!out.empty() && out.back().to == ends[i])
      out.back().to = to;
    else
      out.push_back({ends[i], to, inside});
  }
  return out;
}

// All roots in the right half plane: of Q(−z), by Routh's array.
bool routh_is_stable(const Polynomial& q) {
  std::vector<Digits100> first, second;
  for (int k = q.degree(); k >= 0; --k) {
    const auto& x = q.coefficients[static_cast<std::size_t>(k)];
    ((q.degree() - k) % 2 == 0 ? first : second).push_back(k % 2 == 0 ? x : Digits100(-x));
  }
  if (first.empty() || second.empty()) return true;
  const bool positive = first.front() > 0;
  while (!second.empty()) {
    if (second.front() == 0 || (second.front() > 0) != positive) return false;
    std::vector<Digits100> next;
    for (std::size_t k = 1; k < first.size(); ++k)
      next.push_back(first[k] - (k < second.size() ? Digits100(first.front() / second.front() * second[k]) : 0));
    first = std::move(second);
    second = std::move(next);
  }
  return true;
}

class RungeKutta {
 public:
  RungeKutta(const TableauData& data, const Digits& digits) : tableau(data, digits) {
    raw_p = tableau.numerator();
    raw_q = tableau.denominator();
    p = snapped(raw_p);
    q = snapped(raw_q);
    order = tableau.linear_order();
  }

  quad rho_infinity() const {
    if (p.degree() > q.degree()) return std::numeric_limits<quad>::infinity();
    if (p.degree() < q.degree()) return 0;
    return in_quad(abs(p.coefficients.back() / q.coefficients.back()));
  }

  bool has_stable_poles() const {
    if (const auto diagonal = tableau.diagonal(); !diagonal.empty())
      return std::ranges::all_of(diagonal, [](const Digits100& x) { return x >= 0; });
    if (routh_is_stable(q)) return true;
    for (const auto& pole : multiple_roots(q))
      if (pole.value.re <= pole.within && !cancels(pole)) return false;
    return true;
  }

  StableIntervals on_ray(const Digits100& damping_ratio, const Digits100& stretch = 1) const {
    const bool axis = damping_ratio == 0;
    const auto e = snapped(squared_modulus(q, damping_ratio) - squared_modulus(p, damping_ratio));
    const auto raw_down = squared_modulus(raw_q, damping_ratio);
    const auto raw = raw_down - squared_modulus(raw_p, damping_ratio);
    StableIntervals out;
    const auto omega = [&](const Digits100& t) {
      return t < 0 ? infinity : static_cast<double>((axis ? Digits100(sqrt(t)) : t) / stretch);
    };
    for (const auto& part : nonnegative(e)) {
      out.list.push_back({omega(part.from), omega(part.to)});
      const Digits100 growth = -raw(part.inside) / (2 * raw_down(part.inside));
      if (growth > Digits100("1e-60")) out.ignored = std::max(out.ignored, static_cast<double>(growth));
    }
    return out;
  }

  StableIntervals intervals(const quad& damping_ratio) const {
    const Digits100 xi = digits100(damping_ratio);
    if (xi < 1) return on_ray(xi);
    const Digits100 root = sqrt(xi * xi - 1);  // two real eigenvalues, −Ω(ξ ± √(ξ² − 1))
    return common(on_ray(1, xi + root), on_ray(1, xi - root));
  }

  Roots roots(const quad& omega_h, const quad& damping_ratio) const {
    const Digits100 xi = digits100(damping_ratio), omega = digits100(omega_h);
    const Complex100 z{-xi * omega, omega * sqrt(1 - xi * xi)};
    const auto r = p(z) / q(z);
    const Root root{in_quad(r.re), in_quad(r.im)};
    return {{root, std::conj(root)}, {}};
  }

  int order = 0;

 private:
  // Whether the numerator has the root too, within the digits.
  bool cancels(const MultipleRoot& pole) const {
    const auto r = static_cast<double>(modulus(pole.value));
    const auto slope = static_cast<double>(modulus(p.derivative()(pole.value)));
    return static_cast<double>(modulus(p(pole.value))) <= 10 * (p.slack(r) + slope * pole.within) + 1e-60;
  }

  Tableau100 tableau;
  Polynomial raw_p, raw_q, p, q;
};

}  // namespace

StabilityByFormula stability_by_formula(const TableauData& tableau, const Digits& digits) {
  const auto method = std::make_shared<const RungeKutta>(tableau, digits);
  StabilityByFormula out{.linear_order = method->order, .rho_infinity = method->rho_infinity(), .zero_stable = true};
  const auto axis = method->on_ray(0);
  out.ignored = axis.ignored;
  out.a_stable = axis.list.size() == 1 && axis.list.front().from == 0 && axis.list.front().to == infinity &&
                 method->has_stable_poles();
  out.l_stable = out.a_stable && out.rho_infinity == 0;
  out.intervals = [method](const quad& xi) { return method->intervals(xi); };
  out.roots = [method](const quad& xi) {
    return [method, xi](const quad& omega_h) { return method->roots(omega_h, xi); };
  };
  return out;
}

}  // namespace plumb
