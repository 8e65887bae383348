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

Coefficients rounded(const Polynomial& p) {
  Coefficients out;
  for (const auto& x : p.coefficients) out.push_back(static_cast<Real>(x));
  return out;
}

Complex value(const Coefficients& p, const Complex& z) {
  Complex out = 0;
  for (auto k = p.size(); k-- > 0;) out = out * z + p[k];
  return out;
}

// The smallest value of f, by golden sections around the best point of a grid.
Real smallest(const std::function<Real(Real)>& f, Real low, Real high, int points) {
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
  return std::min(least, f((left + right) / 2));
}

class BorderOfRungeKutta {
 public:
  BorderOfRungeKutta(const Polynomial& numerator, const Polynomial& denominator)
      : p(rounded(numerator)), q(rounded(denominator)) {}

  // The smallest angle from the negative real axis at which |R| > 1 for |z| = Ω; π/2 if there is none.
  Real operator()(Real omega) const {
    constexpr int steps = 180;
    for (int k = 1; k <= steps; ++k)
      if (const Real angle = pi / 2 * k / steps; is_unstable(omega, angle))
        return bisected(omega, angle - pi / 2 / steps, angle);
    return pi / 2;
  }

 private:
  bool is_unstable(Real omega, Real angle) const {
    const auto z = -std::polar(omega, angle);
    const Real up = std::norm(value(p, z)), down = std::norm(value(q, z));
    return up - down > 1e-17L * (up + down);
  }
  Real bisected(Real omega, Real stable, Real unstable) const {
    for (int k = 0; k < 64; ++k) {
      const Real middle = (stable + unstable) / 2;
      (is_unstable(omega, middle) ? unstable : stable) = middle;
    }
    return unstable;
  }

  Coefficients p, q;
};

std::optional<double> in_degrees(Real angle) {
  if (!(angle > 0)) return {};
  return static_cast<double>(angle * 180 / pi);
}

}  // namespace

std::optional<double> stable_sector(const Polynomial& p, const Polynomial& q) {
  const BorderOfRungeKutta border(p, q);
  const Real decades = std::log(Real(10));
  return in_degrees(smallest([&](Real x) { return border(std::exp(x)); }, -4 * decades, 7 * decades, 440));
}

std::optional<double> stable_sector_of_formula(const Polynomial& rho, const Polynomial& sigma) {
  const auto above = rounded(rho), below = rounded(sigma);
  const auto angle = [&](Real phi) {
    const auto w = std::polar(Real(1), phi);
    const auto z = value(above, w) / value(below, w);
    return z.real() < 0 ? std::abs(std::arg(-z)) : pi / 2;
  };
  return in_degrees(smallest(angle, pi / 3000, pi - pi / 3000, 1500));
}

}  // namespace plumb
