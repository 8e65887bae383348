#include "methods/analysis/polynomial.hpp"

#include <algorithm>
#include <cmath>

#include "contract/stop.hpp"

namespace plumb {
namespace {

const Digits100 precision = Digits100("1e-90");

constexpr std::size_t many_coefficients = 24;

double binomial(int n, int k) {
  double out = 1;
  for (int i = 1; i <= k; ++i) out *= static_cast<double>(n - k + i) / i;
  return out;
}

// The root between two points of different signs. A Newton step is taken if it stays inside the bracket and is less
// than half of the step before the previous one, otherwise a bisection step. An end of the bracket may be 1e40 times
// the root.
Digits100 bracketed_root(const Polynomial& p, const Polynomial& slope, Digits100 low, Digits100 high) {
  const bool rises = p(low) < 0;
  Digits100 x = (low + high) / 2, step = high - low, step_before = step;
  for (int k = 0; k < 1000; ++k) {
    const Digits100 value = p(x);
    if (value == 0) return x;
    ((value < 0) == rises ? low : high) = x;
    const Digits100 down = slope(x);
    Digits100 next = down == 0 ? low : Digits100(x - value / down);
    if (next <= low || next >= high || 2 * abs(next - x) > step_before) next = (low + high) / 2;
    step_before = step;
    step = abs(next - x);
    x = next;
    if (step <= precision * abs(x) || high - low <= precision * abs(x)) break;
  }
  return x;
}

// p^(j)(z)/j!, and its uncertainty.
struct Taylor {
  Digits100 size;
  double slack;
};

Taylor taylor(const Polynomial& p, const Complex100& z, int j) {
  Complex100 value;
  double slack = 0;
  const double r = static_cast<double>(modulus(z));
  for (int k = p.degree(); k >= j; --k) {
    const auto n = static_cast<std::size_t>(k);
    value = value * z + Complex100{p.coefficients[n] * binomial(k, j), 0};
    slack = slack * r + (p.within[n] + 1e-90 * size_of(p.coefficients[n])) * binomial(k, j);
  }
  return {modulus(value), slack};
}

bool is_multiple(const Polynomial& p, const Complex100& z, int multiplicity) {
  for (int j = 0; j < multiplicity; ++j) {
    const auto at = taylor(p, z, j);
    if (at.size > 10 * at.slack) return false;
  }
  return true;
}

double open_root(const Polynomial& p, const Complex100& z, int multiplicity) {
  const auto leading = taylor(p, z, multiplicity);
  if (leading.size == 0) return 1;
  return std::pow(taylor(p, z, 0).slack / static_cast<double>(leading.size), 1. / multiplicity);
}

// The simple root near z of the derivative of the given order, by Newton's iteration.
Complex100 polished(Polynomial p, int order, Complex100 z) {
  for (int k = 0; k < order; ++k) p = p.derivative();
  const auto slope = p.derivative();
  for (int k = 0; k < 8; ++k) {
    const auto down = slope(z);
    if (modulus(down) == 0) return z;
    z = z - p(z) / down;
  }
  return z;
}

// The indices of the roots in `found` near the first root, to the relative distance `radius`.
std::vector<std::size_t> cluster(const std::vector<Complex100>& found, double radius) {
  std::vector<std::size_t> out;
  const Digits100 near = radius * (1 + modulus(found.front()));
  for (std::size_t i = 0; i < found.size(); ++i)
    if (modulus(found[i] - found.front()) <= near) out.push_back(i);
  return out;
}

MultipleRoot take_first(const Polynomial& p, std::vector<Complex100>& found) {
  for (const double radius : {0.05, 1e-2, 1e-3, 1e-4, 1e-6, 1e-8, 1e-12, 1e-16, 1e-20, 1e-24, 1e-32, 1e-44, 0.}) {
    const auto members = cluster(found, radius);
    const auto m = static_cast<int>(members.size());
    Complex100 mean;
    for (const auto i : members) mean = mean + found[i];
    mean = {mean.re / m, mean.im / m};
    if (m > 1) mean = polished(p, m - 1, mean);
    if (m > 1 && !is_multiple(p, mean, m)) continue;
    for (auto i = members.rbegin(); i != members.rend(); ++i)
      found.erase(found.begin() + static_cast<std::ptrdiff_t>(*i));
    return {mean, m, open_root(p, mean, m)};
  }
  return {};
}

// Limits at which a root has converged: |p| relative to the sum of its |terms|, and the relative correction.
template <class Real>
struct Rest {
  static inline const Real value = Real("1e-97"), correction = Real("1e-90");
};
template <>
struct Rest<quad> {
  static inline const quad value = quad("1e-33"), correction = quad("1e-32");
};

template <>
struct Rest<double> {
  static constexpr double value = 1e-16, correction = 1e-14;
};

// Corrects root i once; returns true if it has converged.
template <class Real>
bool improve(const std::vector<ComplexOf<Real>>& p, std::vector<ComplexOf<Real>>& roots, std::size_t i) {
  using Complex = ComplexOf<Real>;
  const Complex z = roots[i], one{1, 0};
  auto [value, slope, noise] = value_and_slope(p, z);
  const double terms =
      p.size() < many_coefficients ? 1 : static_cast<double>(p.size());  // factor on the rounding error of the value
  if (modulus(value) <= Rest<Real>::value * terms * noise) return true;
  if (modulus(slope) == 0) slope = {Rest<Real>::correction * noise, 0};
  const Complex newton = value / slope;
  Complex others;
  for (std::size_t j = 0; j < roots.size(); ++j) {
    if (j == i) continue;
    const auto apart = z - roots[j];
    if (apart.re != 0 || apart.im != 0) others = others + one / apart;
  }
  const Complex down = one - newton * others;
  const Complex change = modulus(down) > 0 ? newton / down : newton;
  roots[i] = z - change;
  return modulus(change) <= Rest<Real>::correction * modulus(z);
}

template <class Real>
std::vector<ComplexOf<Real>> on_a_circle(const std::vector<ComplexOf<Real>>& p) {
  const auto n = static_cast<double>(p.size() - 1);
  using std::log2;
  const Real ratio = modulus(p.front()) / modulus(p.back());
  const double scale = std::exp2(static_cast<double>(Real(log2(ratio))) / n);
  std::vector<ComplexOf<Real>> out;
  for (double k = 0; k < n; ++k) {
    const double angle = 6.283185307179586 * k / n + 0.4;
    out.push_back({scale * std::cos(angle), scale * std::sin(angle)});
  }
  return out;
}

template <class Real>
std::vector<ComplexOf<Real>> good_start(const std::vector<ComplexOf<Real>>& p) {
  return on_a_circle(p);
}

/// Sweeps over all roots until they have converged, at most `most` times.
template <class Real>
void iterate(const std::vector<ComplexOf<Real>>& p, std::vector<ComplexOf<Real>>& roots, int most) {
  for (int k = 0; k < most; ++k) {
    if (k % 16 == 0) stopping_point();
    bool rests = true;
    for (std::size_t i = 0; i < roots.size(); ++i) rests = improve(p, roots, i) && rests;
    if (rests) return;
  }
}

/// Returns whether the roots are finite and differ from each other by more than `distance`, relative.
template <class Real>
bool are_apart(const std::vector<ComplexOf<Real>>& roots, const Real& distance) {
  for (std::size_t i = 0; i < roots.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (!(modulus(roots[i] - roots[j]) > distance * modulus(roots[i]))) return false;
  return true;
}

// Starting from a circle, the iteration takes many sweeps for large polynomials: most of them are made in double.
template <>
std::vector<ComplexOf<quad>> good_start(const std::vector<ComplexOf<quad>>& p) {
  if (p.size() < many_coefficients) return on_a_circle(p);
  std::vector<ComplexOf<double>> rounded;
  for (const auto& x : p) rounded.push_back({static_cast<double>(x.re), static_cast<double>(x.im)});
  if (!(modulus(rounded.front()) > 0 && modulus(rounded.back()) > 0)) return on_a_circle(p);
  auto found = on_a_circle(rounded);
  iterate(rounded, found, 4 * static_cast<int>(p.size()));
  if (!are_apart(found, 1e-14)) return on_a_circle(p);
  std::vector<ComplexOf<quad>> out;
  for (const auto& x : found) out.push_back({x.re, x.im});
  return out;
}

// The roots as computed in quad, if the coefficients are in the range of quad and all computed roots are distinct.
template <>
std::vector<Complex100> good_start(const std::vector<Complex100>& p) {
  std::vector<ComplexOf<quad>> rounded;
  for (const auto& x : p) {
    const double size = size_of(x.re) + size_of(x.im);
    if (size > 1e250 || (size > 0 && size < 1e-250)) return on_a_circle(p);
    rounded.push_back({in_quad(x.re), in_quad(x.im)});
  }
  const auto found = complex_roots(std::move(rounded), {});
  if (!are_apart(found, quad(1e-9))) return on_a_circle(p);
  std::vector<Complex100> out;
  for (const auto& x : found) out.push_back({Digits100(x.re), Digits100(x.im)});
  return out;
}

}  // namespace

quad in_quad(const Digits100& x) {
  const auto high = static_cast<double>(x);
  const auto middle = static_cast<double>(Digits100(x - high));
  const auto low = static_cast<double>(Digits100(x - high - middle));
  return quad(high) + quad(middle) + quad(low);
}

Digits100 Polynomial::operator()(const Digits100& x) const {
  Digits100 out = 0;
  for (auto k = coefficients.size(); k-- > 0;) out = out * x + coefficients[k];
  return out;
}

double Polynomial::slack(double size) const {
  double out = 0;
  for (auto k = within.size(); k-- > 0;) out = out * size + within[k];
  return out;
}

Polynomial Polynomial::derivative() const {
  Polynomial out;
  for (std::size_t k = 1; k < coefficients.size(); ++k) {
    out.coefficients.push_back(k * coefficients[k]);
    out.within.push_back(static_cast<double>(k) * within[k]);
  }
  return out;
}

Polynomial snapped(Polynomial p) {
  for (std::size_t k = 0; k < p.coefficients.size(); ++k)
    if (abs(p.coefficients[k]) <= p.within[k]) p.coefficients[k] = 0;
  while (!p.coefficients.empty() && p.coefficients.back() == 0) {
    p.coefficients.pop_back();
    p.within.pop_back();
  }
  return p;
}

Polynomial operator*(const Polynomial& p, const Polynomial& q) {
  if (p.is_zero() || q.is_zero()) return {};
  const auto n = p.coefficients.size() + q.coefficients.size() - 1;
  Polynomial out{std::vector<Digits100>(n, 0), std::vector<double>(n, 0.)};
  for (std::size_t i = 0; i < p.coefficients.size(); ++i)
    for (std::size_t j = 0; j < q.coefficients.size(); ++j) {
      const auto &x = p.coefficients[i], &y = q.coefficients[j];
      out.coefficients[i + j] += x * y;
      out.within[i + j] += size_of(x) * q.within[j] + size_of(y) * p.within[i] + p.within[i] * q.within[j] +
                           1e-95 * size_of(x) * size_of(y);
    }
  return out;
}

Polynomial operator+(const Polynomial& p, const Polynomial& q) {
  Polynomial out = p.coefficients.size() >= q.coefficients.size() ? p : q;
  const auto& other = p.coefficients.size() >= q.coefficients.size() ? q : p;
  for (std::size_t k = 0; k < other.coefficients.size(); ++k) {
    out.coefficients[k] += other.coefficients[k];
    out.within[k] += other.within[k];
  }
  return out;
}

Polynomial scaled(Polynomial p, const Digits100& factor) {
  for (auto& x : p.coefficients) x *= factor;
  for (auto& x : p.within) x *= size_of(factor);
  return p;
}

Polynomial operator-(const Polynomial& p, const Polynomial& q) { return p + scaled(q, -1); }

Polynomial without_root(Polynomial p, const Digits100& root) {
  const double size = size_of(root);
  const auto is_root = [&] {
    double terms = 0;
    for (auto k = p.coefficients.size(); k-- > 0;) terms = terms * size + size_of(p.coefficients[k]);
    return abs(p(root)) <= p.slack(size) + 1e-90 * terms;
  };
  while (p.degree() > 0 && is_root()) {
    for (auto k = p.coefficients.size() - 1; k-- > 0;) {
      p.coefficients[k] += root * p.coefficients[k + 1];
      p.within[k] += size * p.within[k + 1];
    }
    p.coefficients.erase(p.coefficients.begin());
    p.within.erase(p.within.begin());
  }
  return p;
}

Digits100 root_bound(const Polynomial& p) {
  Digits100 largest = 0;
  for (const auto& x : p.coefficients) largest = std::max(largest, Digits100(abs(x / p.coefficients.back())));
  return 1 + largest;
}

std::vector<Digits100> real_roots(const Polynomial& p, const Digits100& low, const Digits100& high) {
  if (p.degree() < 1) return {};
  stopping_point();
  const auto slope = p.derivative();
  auto points = real_roots(slope, low, high);
  std::vector<Digits100> out;
  for (const auto& x : points)
    if (abs(p(x)) <= p.slack(size_of(x))) out.push_back(x);
  points.insert(points.begin(), low);
  points.push_back(high);
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const auto left = p(points[i]), right = p(points[i + 1]);
    if (left == 0) out.push_back(points[i]);
    if (left * right < 0) out.push_back(bracketed_root(p, slope, points[i], points[i + 1]));
  }
  if (p(high) == 0) out.push_back(high);
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

template <class Real>
std::vector<ComplexOf<Real>> complex_roots(std::vector<ComplexOf<Real>> p, std::vector<ComplexOf<Real>> start) {
  const auto is_zero = [](const ComplexOf<Real>& x) { return x.re == 0 && x.im == 0; };
  while (!p.empty() && is_zero(p.back())) p.pop_back();
  std::vector<ComplexOf<Real>> out;
  while (p.size() > 1 && is_zero(p.front())) {
    p.erase(p.begin());
    out.push_back({});
  }
  if (p.size() < 2) return out;
  auto roots = start.size() + 1 == p.size() ? std::move(start) : good_start(p);
  iterate(p, roots, 2000);
  out.insert(out.end(), roots.begin(), roots.end());
  return out;
}

template std::vector<Complex100> complex_roots(std::vector<Complex100>, std::vector<Complex100>);
template std::vector<ComplexOf<double>> complex_roots(std::vector<ComplexOf<double>>, std::vector<ComplexOf<double>>);
template std::vector<ComplexOf<quad>> complex_roots(std::vector<ComplexOf<quad>>, std::vector<ComplexOf<quad>>);

std::vector<Complex100> complex_roots(const Polynomial& p) {
  std::vector<Complex100> coefficients;
  for (const auto& x : p.coefficients) coefficients.push_back({x, 0});
  return complex_roots(std::move(coefficients), {});
}

std::vector<MultipleRoot> multiple_roots(const Polynomial& p) {
  auto found = complex_roots(p);
  std::vector<MultipleRoot> out;
  while (!found.empty()) out.push_back(take_first(p, found));
  return out;
}

}  // namespace plumb
