#include "numerics/double_double.hpp"

#include <array>

#include "numerics/long_number.hpp"

namespace plumb {
namespace {

struct Circular {
  double_double sine, cosine;
};

double_double rounded(const Digits50& x) {
  const auto high = static_cast<double>(x);
  return double_double(high) + static_cast<double>(x - high);
}

constexpr int steps = 128;                 // entries of the table per unit
constexpr int entries = 102;               // number of entries, up to π/4
constexpr double most_quarters = 1 << 30;  // limit of quarter turns; sine and cosine of larger arguments are NaN

const std::array<Circular, entries>& table() {
  static const auto made = [] {
    std::array<Circular, entries> out;
    for (int k = 0; k < entries; ++k) {
      const Digits50 x = Digits50(k) / steps;
      out[static_cast<std::size_t>(k)] = {rounded(sin(x)), rounded(cos(x))};
    }
    return out;
  }();
  return made;
}

// Three doubles whose sum is π/2, and log 2, to 160 bits.
using Constant = std::array<double, 3>;
constexpr Constant half_pi = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54, -0x1.f1976b7ed8fbcp-110};
constexpr Constant log_2 = {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56, 0x1.7b57a079a1934p-111};

// Returns x − n constant, |n| < 2^31.
double_double reduced(const double_double& x, double n, const Constant& constant) {
  if (n == 0) return x;
  return x - double_double::product(n, constant[0]) - double_double::product(n, constant[1]) - n * constant[2];
}

// Taylor's series of sin t and cos t − 1 for |t| <= 1/256: the terms from t⁷ on are small enough for doubles.
Circular near_zero(const double_double& t) {
  constexpr auto third = double_double(-1) / double_double(6), fifth = double_double(1) / double_double(120);
  constexpr auto fourth = double_double(1) / double_double(24);
  const double_double square = t * t;
  const double z = square.high();
  const double seventh = z * (-1. / 5040 + z * (1. / 362880 - z / 39916800));
  const double sixth = z * (-1. / 720 + z * (1. / 40320 - z / 3628800));
  return {t + t * (square * (third + square * (fifth + seventh))), square * (-0.5 + square * (fourth + sixth))};
}

// Returns sine and cosine of x, from the values of the nearest entry of the table.
Circular circular(const double_double& x) {
  const double quarters = std::nearbyint(x.high() * (2 / std::numbers::pi));
  if (!(std::abs(quarters) < most_quarters)) {
    constexpr auto none = std::numeric_limits<double_double>::quiet_NaN();
    if (!isfinite(x)) return {none, none};
    const auto far = static_cast<quad>(x);
    return {double_double(sin(far)), double_double(cos(far))};
  }
  const double_double r = reduced(x, quarters, half_pi);
  const double k = std::nearbyint(steps * r.high());
  const auto near = near_zero(r - k / steps);
  auto [sine, cosine] = table()[static_cast<std::size_t>(std::abs(k))];
  if (k < 0) sine = -sine;
  const double_double s = sine + (sine * near.cosine + cosine * near.sine);
  const double_double c = cosine + (cosine * near.cosine - sine * near.sine);
  switch (static_cast<int>(quarters) & 3) {
    case 0: return {s, c};
    case 1: return {c, -s};
    case 2: return {-s, -c};
    default: return {-c, s};
  }
}

// Caches the last results, because equations need sine and cosine of a few angles repeatedly: in forces, constraints
// and their derivatives.
const Circular& remembered(const double_double& x) {
  struct Known {
    double_double of = 0;
    Circular at = {0, 1};
  };
  thread_local std::array<Known, 4> known;
  thread_local std::size_t oldest = 0;
  for (const auto& one : known)
    if (one.of == x) return one.at;
  auto& newest = known[oldest];
  oldest = (oldest + 1) % known.size();
  newest = {x, circular(x)};
  return newest.at;
}

// Returns e^r − 1 for |r| <= log(2)/2, as ((1 + d)^512 − 1) with d = e^(r/512) − 1 from its series.
double_double growth(const double_double& r) {
  constexpr int doublings = 9, terms = 9;
  const double_double x = ldexp(r, -doublings);
  double_double sum = 1;
  for (int k = terms; k > 1; --k) sum = 1 + x / k * sum;
  double_double d = x * sum;
  for (int k = 0; k < doublings; ++k) d = d * (2 + d);
  return d;
}

}  // namespace

double_double sin(const double_double& x) { return remembered(x).sine; }
double_double cos(const double_double& x) { return remembered(x).cosine; }

// Computes θ₀ in double, and adds the correction θ − θ₀ ≈ sin(θ − θ₀).
double_double atan2(const double_double& y, const double_double& x) {
  const double near = std::atan2(y.high(), x.high());
  const double_double r = sqrt(x * x + y * y);
  if (!(r > 0) || !isfinite(r)) return near;
  return near + (y * cos(double_double(near)) - x * sin(double_double(near))) / r;
}

double_double exp(const double_double& x) {
  constexpr double most = 709, least = -640;  // limits of x.high(); below -640 the second double loses its digits
  if (!(x.high() < most)) return std::exp(x.high());
  if (x.high() < least) return std::exp(x.high());
  const double n = std::nearbyint(x.high() / log_2[0]);
  return ldexp(1 + growth(reduced(x, n, log_2)), static_cast<int>(n));
}

double_double expm1(const double_double& x) { return std::abs(x.high()) < log_2[0] / 2 ? growth(x) : exp(x) - 1; }

// Computes y₀ in double, and adds y − y₀ = log(1 + d) with d = x e^(−y₀) − 1. Near x = 1 both e^(y₀) − 1 and x − 1 are
// accurate to all digits.
double_double log(const double_double& x) {
  const double near = std::log(x.high());
  if (!std::isfinite(near)) return near;
  const auto difference = [&] {
    if (std::abs(near) > log_2[0] / 2) return x * exp(double_double(-near)) - 1;
    const auto grown = growth(near);
    return (x - 1 - grown) / (1 + grown);
  };
  const double_double d = difference();
  return near + (d - d * d / 2);
}

double_double sinh(const double_double& x) {
  const auto e = expm1(abs(x));
  const auto size = isfinite(e) ? (e + e / (1 + e)) / 2 : e;
  return signbit(x) ? -size : size;
}

double_double cosh(const double_double& x) {
  const auto e = exp(abs(x));
  return isfinite(e) ? (e + 1 / e) / 2 : e;
}

double_double tanh(const double_double& x) {
  constexpr double saturates_from = 40;
  const auto e = expm1(2 * abs(x));
  const auto size = abs(x) < saturates_from ? e / (e + 2) : isnan(x) ? x : double_double(1);
  return signbit(x) ? -size : size;
}

double_double pow(const double_double& x, const double_double& y) {
  if (x == 0 || y == 0) return std::pow(x.high(), y.high());
  if (x > 0) return exp(y * log(x));
  if (floor(y) != y) return std::numeric_limits<double_double>::quiet_NaN();
  const auto size = exp(y * log(-x));
  return floor(y / 2) == y / 2 ? size : -size;
}

double_double floor(const double_double& x) {
  const double high = std::floor(x.high());
  return high == x.high() ? high + double_double(std::floor(x.low())) : double_double(high);
}

}  // namespace plumb
