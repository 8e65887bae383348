#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "methods/analysis/sector.hpp"
#include "methods/analysis/stability_by_formula.hpp"
#include "methods/analysis/stability_polynomials.hpp"

namespace plumb {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double size_of(const Digits100& x) { return static_cast<double>(abs(x)); }

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
  RungeKutta(const TableauData& data, const Digits& digits)
      : polynomials(data, digits), p(snapped(polynomials.numerator())), q(snapped(polynomials.denominator())) {}

  const StabilityPolynomials& of_series() const { return polynomials; }

  quad rho_infinity() const {
    if (p.degree() > q.degree()) return std::numeric_limits<quad>::infinity();
    if (p.degree() < q.degree()) return 0;
    return in_quad(abs(p.coefficients.back() / q.coefficients.back()));
  }

  // How far the digits leave |P_n/Q_n| open.
  double rho_infinity_within() const {
    if (p.degree() > q.degree()) return 0;
    const auto n = static_cast<std::size_t>(q.degree());
    const auto& raw = polynomials.numerator();
    const double of_p = n < raw.within.size() ? raw.within[n] : 0;
    return (of_p + static_cast<double>(rho_infinity()) * q.within[n]) / size_of(q.coefficients[n]);
  }

  bool has_stable_poles() const {
    if (polynomials.has_nonnegative_diagonal() || routh_is_stable(q)) return true;
    for (const auto& pole : multiple_roots(q))
      if (pole.value.re <= pole.within && !cancels(pole)) return false;
    return true;
  }

  // Whether R has modulus 1 on the whole imaginary axis.
  bool is_modulus_one() const { return snapped(squared_modulus(q, 0) - squared_modulus(p, 0)).is_zero(); }

  StableIntervals on_ray(const Digits100& damping_ratio, const Digits100& stretch = 1) const {
    const bool axis = damping_ratio == 0;
    const auto e = snapped(squared_modulus(q, damping_ratio) - squared_modulus(p, damping_ratio));
    StableIntervals out;
    const auto omega = [&](const Digits100& t) {
      return t < 0 ? infinity : static_cast<double>((axis ? Digits100(sqrt(t)) : t) / stretch);
    };
    const auto growth = unsnapped_growth(damping_ratio);
    for (const auto& part : nonnegative(e)) {
      out.list.push_back({omega(part.from), omega(part.to)});
      out.ignored = std::max(out.ignored, largest(growth, part));
    }
    return out;
  }

  StableIntervals intervals(const quad& damping_ratio) const {
    const Digits100 xi = digits100(damping_ratio);
    if (xi < 1) return on_ray(xi);
    const Digits100 root = sqrt(xi * xi - 1);  // two real eigenvalues, −Ω(ξ ± √(ξ² − 1))
    return common(on_ray(1, xi + root), on_ray(1, xi - root));
  }

  bool is_a_stable(const StableIntervals& axis) const { return axis.everywhere() && has_stable_poles(); }

  // Of A(α)-stability, where it is not A-stable.
  std::optional<double> sector(const StableIntervals& real_axis) const {
    if (rho_infinity() > 1 || !real_axis.everywhere()) return {};
    return stable_sector(p, q);
  }

  Roots roots(const quad& omega_h, const quad& damping_ratio) const {
    const Digits100 xi = digits100(damping_ratio), omega = digits100(omega_h);
    const Complex100 z{-xi * omega, omega * sqrt(1 - xi * xi)};
    const auto down = q(z);
    if (modulus(down) == 0) return {{}, "R has a pole"};
    const auto r = p(z) / down;
    const Root root{in_quad(r.re), in_quad(r.im)};
    return {{root, std::conj(root)}, {}};
  }

  // In quad, or in 100 digits where many stages cancel.
  double radius(std::complex<double> z) const {
    if (std::max(p.degree(), q.degree()) > 24) {
      const Complex100 at{z.real(), z.imag()};
      return static_cast<double>(Digits100(modulus(p(at)) / modulus(q(at))));
    }
    const ComplexOf<quad> at{z.real(), z.imag()};
    return static_cast<double>(quad(modulus(value(p_in_quad, at)) / modulus(value(q_in_quad, at))));
  }

 private:
  static std::vector<quad> rounded(const Polynomial& f) {
    std::vector<quad> out;
    for (const auto& x : f.coefficients) out.push_back(in_quad(x));
    return out;
  }
  static ComplexOf<quad> value(const std::vector<quad>& f, const ComplexOf<quad>& z) {
    ComplexOf<quad> out;
    for (auto k = f.size(); k-- > 0;) {
      out = out * z;
      out.re += f[k];
    }
    return out;
  }

  // (|P|² − |Q|²)/(2 |Q|²), about |R| − 1, with every digit of the coefficients.
  struct Growth {
    Polynomial excess, scale;
    double operator()(const Digits100& t) const {
      const auto down = scale(t);
      return down == 0 ? 0. : static_cast<double>(excess(t) / (2 * down));
    }
  };
  Growth unsnapped_growth(const Digits100& damping_ratio) const {
    auto down = squared_modulus(polynomials.denominator(), damping_ratio);
    return {squared_modulus(polynomials.numerator(), damping_ratio) - down, std::move(down)};
  }

  // The largest growth of a part that counts as stable, at points that are dense in ln t; 0 if it is rounding.
  static double largest(const Growth& growth, const Part& part) {
    constexpr double points = 60;
    const Digits100 low = part.from > 0 ? part.from : Digits100(part.to < 0 ? 1e-4 : part.to * 1e-4);
    const Digits100 high = part.to < 0 ? Digits100(1e8 * (1 + part.from)) : part.to;
    const double ratio = static_cast<double>(log(Digits100(high / low)));
    double out = growth(part.inside);
    for (double k = 0; k <= points; ++k) out = std::max(out, growth(low * std::exp(ratio * k / points)));
    return out > 1e-60 ? out : 0;
  }

  // Whether the numerator has the root too, within the digits.
  bool cancels(const MultipleRoot& pole) const {
    const auto r = static_cast<double>(modulus(pole.value));
    const auto slope = static_cast<double>(modulus(p.derivative()(pole.value)));
    return static_cast<double>(modulus(p(pole.value))) <= 10 * (p.slack(r) + slope * pole.within) + 1e-60;
  }

  StabilityPolynomials polynomials;
  Polynomial p, q;
  std::vector<quad> p_in_quad = rounded(p), q_in_quad = rounded(q);
};

}  // namespace

StabilityByFormula stability_by_formula(const TableauData& tableau, const Digits& digits) {
  const auto method = std::make_shared<const RungeKutta>(tableau, digits);
  const auto& series = method->of_series();
  StabilityByFormula out{.linear_order = series.linear_order(),
                         .rho_infinity = method->rho_infinity(),
                         .rho_infinity_within = method->rho_infinity_within(),
                         .zero_stable = true};
  const auto axis = method->on_ray(0);
  out.ignored = axis.ignored;
  out.a_stable = method->is_a_stable(axis);
  out.l_stable = out.a_stable && out.rho_infinity == 0;
  out.real_axis = method->on_ray(1);
  out.sector = out.a_stable ? std::optional(90.) : method->sector(out.real_axis);
  out.error_constant = series.error_constant();
  out.phase = phase_orders(series.series());
  if (method->is_modulus_one()) out.phase.dissipation = {};
  out.intervals = [method, axis](const quad& xi) { return xi == 0 ? axis : method->intervals(xi); };
  out.roots = [method](const quad& xi) {
    return [method, xi](const quad& omega_h) { return method->roots(omega_h, xi); };
  };
  out.radius = [method] { return [method](std::complex<double> z) { return method->radius(z); }; };
  return out;
}

}  // namespace plumb
