#pragma once
// `double_double`: the unevaluated sum of two doubles; the first is the rounded sum. It has about 31 digits in
// the range of a double, and takes a fifth of the time of `quad`, which is computed in software.
//
//   a + b = s + e,  s = fl(a + b)  (Knuth)        a b = p + e,  p = fl(a b)  (Dekker)
//
// Sums have a relative error below 3 u², products 7 u², quotients 15 u², u = 2^-53 (Joldes, Muller & Popescu, ACM
// Trans. Math. Softw. 44, 15, 2017, algorithms 4, 6, 9, 11 and 16). Functions err by a few u², pow by |y log x| times
// as much. Overflow gives values that are not finite. Products below 1e-290 lose their second double.

#include <cmath>
#include <limits>
#include <numbers>

#include "numerics/quad.hpp"

namespace plumb {

class double_double {
 public:
  constexpr double_double() = default;  // zero
  template <Arithmetic A>
  constexpr double_double(A x) : high_(static_cast<double>(x)) {
    if constexpr (sizeof(A) > 4 && !std::is_same_v<A, double>)
      low_ = static_cast<double>(static_cast<long double>(x) - static_cast<long double>(high_));
  }
  /// Rounds to the nearest sum of two doubles, with a relative error of at most 2^-107.
  constexpr explicit double_double(const quad& x)
      : high_(static_cast<double>(x)), low_(static_cast<double>(x - quad(high_))) {}

  constexpr double high() const { return high_; }
  constexpr double low() const { return low_; }
  template <Arithmetic A>
  constexpr explicit operator A() const {
    if constexpr (std::is_same_v<A, double>)
      return high_;
    else
      return static_cast<A>(static_cast<long double>(high_) + static_cast<long double>(low_));
  }
  /// Exact if the sum of the two doubles has at most the 113 bits of a quad.
  constexpr explicit operator quad() const { return quad(high_) + quad(low_); }

  /// Returns the product of two doubles, exactly.
  static constexpr double_double product(double a, double b) { return two_product(a, b); }

  constexpr double_double operator-() const { return {-high_, -low_}; }
  constexpr double_double operator+() const { return *this; }
  constexpr double_double& operator+=(const double_double& y) { return *this = *this + y; }
  constexpr double_double& operator-=(const double_double& y) { return *this = *this - y; }
  constexpr double_double& operator*=(const double_double& y) { return *this = *this * y; }
  constexpr double_double& operator/=(const double_double& y) { return *this = *this / y; }

  friend constexpr double_double operator+(const double_double& x, const double_double& y) {
    const auto s = two_sum(x.high_, y.high_), t = two_sum(x.low_, y.low_);
    const auto v = quick_two_sum(s.high_, s.low_ + t.high_);
    return quick_two_sum(v.high_, t.low_ + v.low_);
  }
  friend constexpr double_double operator-(const double_double& x, const double_double& y) { return x + -y; }
  friend constexpr double_double operator*(const double_double& x, const double_double& y) {
    const auto p = two_product(x.high_, y.high_);
    return quick_two_sum(p.high_, p.low_ + (x.high_ * y.low_ + x.low_ * y.high_));
  }
  friend constexpr double_double operator/(const double_double& x, const double_double& y) {
    const double q = x.high_ / y.high_;
    const auto r = times(y, q);
    return quick_two_sum(q, ((x.high_ - r.high_) + (x.low_ - r.low_)) / y.high_);
  }
  template <Arithmetic A>
  friend constexpr double_double operator+(const double_double& x, const A& y) {
    if constexpr (is_one_double<A>) {
      const auto s = two_sum(x.high_, static_cast<double>(y));
      return quick_two_sum(s.high_, s.low_ + x.low_);
    } else {
      return x + double_double(y);
    }
  }
  template <Arithmetic A>
  friend constexpr double_double operator*(const double_double& x, const A& y) {
    if constexpr (is_one_double<A>)
      return times(x, static_cast<double>(y));
    else
      return x * double_double(y);
  }
  template <Arithmetic A>
  friend constexpr double_double operator+(const A& x, const double_double& y) {
    return y + x;
  }
  template <Arithmetic A>
  friend constexpr double_double operator-(const double_double& x, const A& y) {
    return x + -static_cast<A>(y);
  }
  template <Arithmetic A>
  friend constexpr double_double operator-(const A& x, const double_double& y) {
    return -y + x;
  }
  template <Arithmetic A>
  friend constexpr double_double operator*(const A& x, const double_double& y) {
    return y * x;
  }

  friend constexpr bool operator==(const double_double& x, const double_double& y) {
    return x.high_ == y.high_ && x.low_ == y.low_;
  }
  friend constexpr bool operator<(const double_double& x, const double_double& y) {
    return x.high_ < y.high_ || (x.high_ == y.high_ && x.low_ < y.low_);
  }
  friend constexpr bool operator>(const double_double& x, const double_double& y) { return y < x; }
  friend constexpr bool operator<=(const double_double& x, const double_double& y) {
    return x.high_ < y.high_ || (x.high_ == y.high_ && x.low_ <= y.low_);
  }
  friend constexpr bool operator>=(const double_double& x, const double_double& y) { return y <= x; }

  friend double_double abs(const double_double& x) { return std::signbit(x.high_) ? -x : x; }
  friend double_double fabs(const double_double& x) { return abs(x); }
  friend bool signbit(const double_double& x) { return std::signbit(x.high_); }
  friend bool isfinite(const double_double& x) { return std::isfinite(x.high_); }
  friend bool isnan(const double_double& x) { return std::isnan(x.high_); }
  friend bool isinf(const double_double& x) { return std::isinf(x.high_); }
  friend double_double sqrt(const double_double& x) {
    if (!(x.high_ > 0)) return std::sqrt(x.high_);
    const double root = std::sqrt(x.high_);
    const auto square = two_product(root, root);
    return quick_two_sum(root, ((x.high_ - square.high_) - square.low_ + x.low_) / (2 * root));
  }
  friend double_double sin(const double_double& x);
  friend double_double cos(const double_double& x);
  friend double_double tan(const double_double& x) { return sin(x) / cos(x); }
  friend double_double atan2(const double_double& y, const double_double& x);
  friend double_double asin(const double_double& x) { return atan2(x, sqrt((1 - x) * (1 + x))); }
  friend double_double acos(const double_double& x) { return atan2(sqrt((1 - x) * (1 + x)), x); }
  friend double_double atan(const double_double& x) { return atan2(x, double_double(1)); }
  friend double_double hypot(const double_double& x, const double_double& y) { return sqrt(x * x + y * y); }
  friend double_double exp(const double_double& x);
  friend double_double expm1(const double_double& x);
  friend double_double log(const double_double& x);
  friend double_double sinh(const double_double& x);
  friend double_double cosh(const double_double& x);
  friend double_double tanh(const double_double& x);
  friend double_double pow(const double_double& x, const double_double& y);
  friend double_double floor(const double_double& x);
  friend double_double ldexp(const double_double& x, int exponent) {
    return {std::ldexp(x.high_, exponent), std::ldexp(x.low_, exponent)};
  }

 private:
  template <class A>
  static constexpr bool is_one_double = std::is_same_v<A, double> || sizeof(A) <= 4;

  constexpr double_double(double high, double low) : high_(high), low_(low) {}

  static constexpr double_double two_sum(double a, double b) {
    const double s = a + b, of_b = s - a;
    return {s, (a - (s - of_b)) + (b - of_b)};
  }
  // Precondition: |a| >= |b|, or a = 0.
  static constexpr double_double quick_two_sum(double a, double b) {
    const double s = a + b;
    return {s, b - (s - a)};
  }
  // The first 26 bits of a double, as a double.
  static constexpr double leading(double a) {
    const double far = 134217729 * a;  // Dekker's splitting constant 2^27 + 1
    return far - (far - a);
  }
  static constexpr double_double two_product(double a, double b) {
    const double p = a * b, a1 = leading(a), a2 = a - a1, b1 = leading(b), b2 = b - b1;
    return {p, ((a1 * b1 - p) + a1 * b2 + a2 * b1) + a2 * b2};
  }
  static constexpr double_double times(const double_double& x, double y) {
    const auto p = two_product(x.high_, y);
    return quick_two_sum(p.high_, x.low_ * y + p.low_);
  }

  double high_ = 0, low_ = 0;
};
}  // namespace plumb

template <>
struct std::numeric_limits<plumb::double_double> {
  using Number = plumb::double_double;
  static constexpr bool is_specialized = true, is_signed = true, is_integer = false, is_exact = false;
  static constexpr bool has_infinity = true, has_quiet_NaN = true, has_signaling_NaN = false;
  static constexpr bool is_iec559 = false, is_bounded = true, is_modulo = false;
  static constexpr int digits = 105, digits10 = 31, max_digits10 = 34, radix = 2;
  static constexpr Number epsilon() { return 0x1p-104; }
  static constexpr Number infinity() { return numeric_limits<double>::infinity(); }
  static constexpr Number quiet_NaN() { return numeric_limits<double>::quiet_NaN(); }
  static constexpr Number min() { return 0x1p-969; }  // smallest number with accurate products
  static constexpr Number max() { return numeric_limits<double>::max(); }
  static constexpr Number lowest() { return -max(); }
};

template <>
inline constexpr plumb::double_double std::numbers::pi_v<plumb::double_double> =
    plumb::double_double(0x1.921fb54442d18p1) + plumb::double_double(0x1.1a62633145c07p-53);
