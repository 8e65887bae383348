#include "methods/analysis/sector.hpp"

#include <cmath>
#include <complex>
#include <functional>
#include <numbers>

namespace plumb {
namespace {

using Real = long double;
using Complex = std::complex<Real>;
using Coefficients = std::vector<Real>;

constexpr Real pi = std::numbers::pi_v<Real>;

Complex value(const Coefficients& p, const Complex& z) {
  Complex out = 0;
  for (auto k = p.size(); k-- > 0;) out = out * z + p[k];
  return out;
}

Complex slope(const Coefficients& p, const Complex& z) {
  Complex out = 0;
  for (auto k = p.size(); k-- > 1;) out = out * z + static_cast<Real>(k) * p[k];
  return out;
}

struct Least {
  Real at, value;
};

// The smallest value of f, by golden sections around the best point of a grid.
Least smallest(const std::function<Real(Real)>& f, Real low, Real high, int points) {
  const Real step = (high - low) / points;
  Real best = low, least = f(low);
  for (int k = 1; k <= points; ++k)
    if (const Real x = low + k * step, y = f(x); y < least) {
      best = x;
      least = y;
    }
  Real left = std::max(low, best - step), right = std::min(high, best + step);
  const Real golden = (std::sqrt(Real(5)) - 1) / 2;
  while (right - left > 1e-12L * step) {
    const Real x = right - golden * (right - left), y = left + golden * (right - left);
    (f(x) < f(y) ? right : left) = f(x) < f(y) ? y : x;
  }
  const Real middle = (left + right) / 2, found = f(middle);
  return found < least ? Least{middle, found} : Least{best, least};
}

class BorderOfRungeKutta {
 public:
  BorderOfRungeKutta(const Polynomial& numerator, const Polynomial& denominator)
      : p(coefficients_in<Real>(numerator)),
        q(coefficients_in<Real>(denominator)),
        of_p(numerator),
        of_q(denominator) {}

  // The smallest angle from the negative real axis at which |R| > 1 for |z| = Ω; π/2 if there is no such angle.
  Real operator()(Real omega) const {
    constexpr int steps = 180;
    for (int k = 1; k <= steps; ++k)
      if (const Real angle = pi / 2 * k / steps; is_unstable(omega, angle))
        return bisected(omega, angle - pi / 2 / steps, angle);
    return pi / 2;
  }

  // The uncertainty of this smallest angle: the uncertainty of E = |P|² − |Q|², divided by ∂E/∂angle.
  Real uncertainty(Real omega, Real angle) const {
    const auto z = -std::polar(omega, angle);
    const auto above = value(p, z), below = value(q, z), turn = Complex(0, 1) * z;
    const auto change = [&turn](const Complex& f, const Complex& derivative) {
      return 2 * (std::conj(f) * derivative * turn).real();
    };
    const auto size = static_cast<double>(omega);
    const Real open = 2 * (std::abs(above) * of_p.slack(size) + std::abs(below) * of_q.slack(size)) +
                      rounding * (std::norm(above) + std::norm(below));
    return open / std::abs(change(above, slope(p, z)) - change(below, slope(q, z)));
  }

 private:
  static constexpr Real rounding = 1e-17L;

  bool is_unstable(Real omega, Real angle) const {
    const auto z = -std::polar(omega, angle);
    const Real up = std::norm(value(p, z)), down = std::norm(value(q, z));
    return up - down > rounding * (up + down);
  }
  Real bisected(Real omega, Real stable, Real unstable) const {
    for (int k = 0; k < 64; ++k) {
      const Real middle = (stable + unstable) / 2;
      (is_unstable(omega, middle) ? unstable : stable) = middle;
    }
    return unstable;
  }

  Coefficients p, q;
  Polynomial of_p, of_q;  // polynomials with the uncertainties of their coefficients
};

std::optional<Bound> in_degrees(Real angle, Real within) {
  if (!(angle > 0) || !(within < angle)) return {};
  return Bound{static_cast<double>(angle * 180 / pi), static_cast<double>(within * 180 / pi)};
}

}  // namespace

std::optional<Bound> stable_sector(const Polynomial& p, const Polynomial& q) {
  const BorderOfRungeKutta border(p, q);
  const Real decades = std::log(Real(10));
  const auto least = smallest([&](Real x) { return border(std::exp(x)); }, -4 * decades, 7 * decades, 440);
  return in_degrees(least.value, least.value < pi / 2 ? border.uncertainty(std::exp(least.at), least.value) : 0);
}

std::optional<Bound> stable_sector_of_formula(const Polynomial& rho, const Polynomial& sigma) {
  const auto above = coefficients_in<Real>(rho), below = coefficients_in<Real>(sigma);
  const auto angle = [&](Real phi) {
    const auto w = std::polar(Real(1), phi);
    const auto z = value(above, w) / value(below, w);
    return z.real() < 0 ? std::abs(std::arg(-z)) : pi / 2;
  };
  const auto least = smallest(angle, pi / 3000, pi - pi / 3000, 1500);
  const auto w = std::polar(Real(1), least.at);
  return in_degrees(least.value, rho.slack(1) / std::abs(value(above, w)) + sigma.slack(1) / std::abs(value(below, w)));
}

}  // namespace plumb
