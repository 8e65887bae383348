#pragma once
// `quad`: IEEE binary128 (113 bits, about 34 digits) by GCC's __float128 and libquadmath.
//
// boost::multiprecision::float128 wraps the same type with the same results. Its operators are templates in a namespace
// that is associated with every vector of it: the compiler tries a hundred of them for each Eigen expression, which
// took half of the compile time. Here the operators are friends, which are found only for `quad`.

#include <quadmath.h>

#include <concepts>
#include <ios>
#include <iosfwd>
#include <limits>
#include <numbers>
#include <string>
#include <type_traits>

namespace plumb {

template <class A>
concept Arithmetic = std::is_arithmetic_v<A>;

class quad {
 public:
  constexpr quad() = default;  // zero
  template <Arithmetic A>
  constexpr quad(A x) : x_(static_cast<__float128>(x)) {}
  constexpr quad(__float128 x) : x_(x) {}
  /// Throws std::runtime_error unless the whole text is one number.
  explicit quad(const char* text);
  explicit quad(const std::string& text) : quad(text.c_str()) {}

  constexpr __float128 value() const { return x_; }
  template <Arithmetic A>
  constexpr explicit operator A() const {
    return static_cast<A>(x_);
  }

  /// Returns the text as printf writes it, by default in 36 digits; the flags scientific and fixed are obeyed.
  std::string str(int digits = 0, std::ios_base::fmtflags flags = {}) const;

  constexpr quad& operator+=(const quad& y) { return *this = x_ + y.x_; }
  constexpr quad& operator-=(const quad& y) { return *this = x_ - y.x_; }
  constexpr quad& operator*=(const quad& y) { return *this = x_ * y.x_; }
  constexpr quad& operator/=(const quad& y) { return *this = x_ / y.x_; }
  constexpr quad operator-() const { return -x_; }
  constexpr quad operator+() const { return x_; }

  friend constexpr quad operator+(const quad& x, const quad& y) { return x.x_ + y.x_; }
  friend constexpr quad operator-(const quad& x, const quad& y) { return x.x_ - y.x_; }
  friend constexpr quad operator*(const quad& x, const quad& y) { return x.x_ * y.x_; }
  friend constexpr quad operator/(const quad& x, const quad& y) { return x.x_ / y.x_; }
  friend constexpr bool operator==(const quad& x, const quad& y) { return x.x_ == y.x_; }
  friend constexpr bool operator<(const quad& x, const quad& y) { return x.x_ < y.x_; }
  friend constexpr bool operator>(const quad& x, const quad& y) { return x.x_ > y.x_; }
  friend constexpr bool operator<=(const quad& x, const quad& y) { return x.x_ <= y.x_; }
  friend constexpr bool operator>=(const quad& x, const quad& y) { return x.x_ >= y.x_; }

  friend quad abs(const quad& x) { return fabsq(x.x_); }
  friend quad fabs(const quad& x) { return fabsq(x.x_); }
  friend quad sqrt(const quad& x) { return sqrtq(x.x_); }
  friend quad cbrt(const quad& x) { return cbrtq(x.x_); }
  friend quad exp(const quad& x) { return expq(x.x_); }
  friend quad expm1(const quad& x) { return expm1q(x.x_); }
  friend quad log(const quad& x) { return logq(x.x_); }
  friend quad log1p(const quad& x) { return log1pq(x.x_); }
  friend quad log10(const quad& x) { return log10q(x.x_); }
  friend quad log2(const quad& x) { return log2q(x.x_); }
  friend quad sin(const quad& x) { return sinq(x.x_); }
  friend quad cos(const quad& x) { return cosq(x.x_); }
  friend quad tan(const quad& x) { return tanq(x.x_); }
  friend quad asin(const quad& x) { return asinq(x.x_); }
  friend quad acos(const quad& x) { return acosq(x.x_); }
  friend quad atan(const quad& x) { return atanq(x.x_); }
  friend quad atan2(const quad& y, const quad& x) { return atan2q(y.x_, x.x_); }
  friend quad sinh(const quad& x) { return sinhq(x.x_); }
  friend quad cosh(const quad& x) { return coshq(x.x_); }
  friend quad tanh(const quad& x) { return tanhq(x.x_); }
  friend quad hypot(const quad& x, const quad& y) { return hypotq(x.x_, y.x_); }
  friend quad fmod(const quad& x, const quad& y) { return fmodq(x.x_, y.x_); }
  friend quad floor(const quad& x) { return floorq(x.x_); }
  friend quad ceil(const quad& x) { return ceilq(x.x_); }
  friend quad trunc(const quad& x) { return truncq(x.x_); }
  friend quad round(const quad& x) { return roundq(x.x_); }
  friend long lround(const quad& x) { return lroundq(x.x_); }
  friend quad ldexp(const quad& x, int exponent) { return ldexpq(x.x_, exponent); }
  friend quad frexp(const quad& x, int* exponent) { return frexpq(x.x_, exponent); }
  friend quad copysign(const quad& x, const quad& y) { return copysignq(x.x_, y.x_); }
  friend bool signbit(const quad& x) { return signbitq(x.x_) != 0; }
  friend bool isnan(const quad& x) { return isnanq(x.x_) != 0; }
  friend bool isinf(const quad& x) { return isinfq(x.x_) != 0; }
  friend bool isfinite(const quad& x) { return finiteq(x.x_) != 0; }
  friend quad pow(const quad& x, const quad& y) { return powq(x.x_, y.x_); }
  /// Computes the power by repeated squaring.
  template <std::integral N>
  friend constexpr quad pow(const quad& x, N n) {
    return n < 0 ? 1 / power(x, -static_cast<unsigned long long>(n)) : power(x, static_cast<unsigned long long>(n));
  }

  friend std::ostream& operator<<(std::ostream& out, const quad& x);

 private:
  static constexpr quad power(quad x, unsigned long long n) {
    quad out = n % 2 == 1 ? x : quad(1);
    while ((n /= 2) > 0) {
      x *= x;
      if (n % 2 == 1) out *= x;
    }
    return out;
  }

  __float128 x_ = 0;
};

}  // namespace plumb

template <>
struct std::numeric_limits<plumb::quad> {
  static constexpr bool is_specialized = true, is_signed = true, is_integer = false, is_exact = false;
  static constexpr bool has_infinity = true, has_quiet_NaN = true, has_signaling_NaN = false;
  static constexpr bool is_iec559 = true, is_bounded = true, is_modulo = false;
  static constexpr int digits = 113, digits10 = 33, max_digits10 = 36, radix = 2;
  static constexpr int min_exponent = -16381, max_exponent = 16384, min_exponent10 = -4931, max_exponent10 = 4932;
  static constexpr plumb::quad epsilon() { return 0x1p-112; }
  static constexpr plumb::quad round_error() { return 0.5; }
  static constexpr plumb::quad infinity() { return numeric_limits<double>::infinity(); }
  static constexpr plumb::quad quiet_NaN() { return numeric_limits<double>::quiet_NaN(); }
  static constexpr plumb::quad min() { return pow(plumb::quad(2), min_exponent - 1); }
  static constexpr plumb::quad max() { return (2 - epsilon()) * pow(plumb::quad(2), max_exponent - 1); }
  static constexpr plumb::quad lowest() { return -max(); }
};

/// pi of `T` = quad, so that std::numbers works in all three precisions.
template <>
inline constexpr plumb::quad std::numbers::pi_v<plumb::quad> =
    plumb::quad(0x1.921fb54442d18p1) + plumb::quad(0x1.1a62633145c07p-53) - plumb::quad(0x1.f1976b7ed8fbcp-109);
