#pragma once
// Binary floating-point numbers of 50 and of 100 decimals, Digits50 and Digits100: bit for bit Boost.Multiprecision's
// cpp_bin_float_50 and cpp_bin_float_100.
//
// Boost's types are templates: their arithmetic is compiled again in every source that uses it, which takes seconds.
// These types are compiled once, in long_number.cpp, and this header includes nothing of Boost. Sources that also need
// Boost's other numbers include numerics/boost_number.hpp.

#include <compare>
#include <concepts>
#include <cstddef>
#include <ios>
#include <iosfwd>
#include <limits>
#include <string>

#include "numerics/quad.hpp"

namespace plumb {

template <int decimals>
class LongNumber {
 public:
  static constexpr int digits = decimals * 1000 / 301 + 2;  // number of binary digits

  LongNumber() noexcept;  // zero
  LongNumber(const LongNumber&) noexcept;
  LongNumber& operator=(const LongNumber&) noexcept;

  /// Exact conversions.
  template <std::signed_integral Whole>
  LongNumber(Whole x) : LongNumber(static_cast<long long>(x), Exact{}) {}
  template <std::unsigned_integral Whole>
  LongNumber(Whole x) : LongNumber(static_cast<unsigned long long>(x), Exact{}) {}
  LongNumber(double x) : LongNumber(static_cast<long double>(x), Exact{}) {}
  LongNumber(long double x) : LongNumber(x, Exact{}) {}
  explicit LongNumber(const quad& x);

  /// Rounds a number that has more digits.
  template <int others>
  requires(others != decimals) explicit LongNumber(const LongNumber<others>& x);

  /// Throws std::runtime_error unless the whole text is one number.
  explicit LongNumber(const char* text);
  explicit LongNumber(const std::string& text) : LongNumber(text.c_str()) {}

  /// Conversions with rounding.
  explicit operator double() const;
  explicit operator long double() const;
  explicit operator quad() const;

  /// 0 `decimal_digits` means all of them; the flags scientific and fixed are obeyed.
  std::string str(int decimal_digits = 0, std::ios_base::fmtflags flags = {}) const;

  static LongNumber pi();
  static LongNumber epsilon();
  static LongNumber largest();
  static LongNumber smallest();  // smallest positive number

  LongNumber& operator+=(const LongNumber& y);
  LongNumber& operator-=(const LongNumber& y);
  LongNumber& operator*=(const LongNumber& y);
  LongNumber& operator/=(const LongNumber& y);
  LongNumber operator-() const;

  friend LongNumber operator+(const LongNumber& x, const LongNumber& y) { return sum(x, y); }
  friend LongNumber operator-(const LongNumber& x, const LongNumber& y) { return difference(x, y); }
  friend LongNumber operator*(const LongNumber& x, const LongNumber& y) { return product(x, y); }
  friend LongNumber operator/(const LongNumber& x, const LongNumber& y) { return quotient(x, y); }
  friend bool operator==(const LongNumber& x, const LongNumber& y) { return order(x, y) == 0; }
  friend std::partial_ordering operator<=>(const LongNumber& x, const LongNumber& y) { return order(x, y); }

  friend LongNumber abs(const LongNumber& x) { return x.magnitude(); }
  friend LongNumber floor(const LongNumber& x) { return x.rounded_down(); }
  friend LongNumber sqrt(const LongNumber& x) { return x.square_root(); }
  friend LongNumber log(const LongNumber& x) { return x.logarithm(); }
  friend LongNumber log2(const LongNumber& x) { return x.binary_logarithm(); }
  friend LongNumber log10(const LongNumber& x) { return x.decimal_logarithm(); }
  friend LongNumber sin(const LongNumber& x) { return x.sine(); }
  friend LongNumber cos(const LongNumber& x) { return x.cosine(); }
  friend LongNumber tan(const LongNumber& x) { return sin(x) / cos(x); }
  friend LongNumber asin(const LongNumber& x) { return angle(x, sqrt(1 - x * x)); }
  friend LongNumber acos(const LongNumber& x) { return angle(sqrt(1 - x * x), x); }
  friend LongNumber atan(const LongNumber& x) { return angle(x, 1); }
  friend LongNumber atan2(const LongNumber& y, const LongNumber& x) { return angle(y, x); }
  friend LongNumber pow(const LongNumber& x, const LongNumber& y) { return power(x, y); }
  /// Computes the power by repeated squaring.
  friend LongNumber pow(const LongNumber& x, int n) { return power(x, n); }
  friend bool isfinite(const LongNumber& x) { return x.is_finite(); }
  friend bool isnan(const LongNumber& x) { return x != x; }

  friend std::ostream& operator<<(std::ostream& out, const LongNumber& x) { return x.write(out); }

 private:
  friend struct BoostAccess;
  struct Exact {};

  LongNumber(long long x, Exact);
  LongNumber(unsigned long long x, Exact);
  LongNumber(long double x, Exact);

  static LongNumber sum(const LongNumber& x, const LongNumber& y);
  static LongNumber difference(const LongNumber& x, const LongNumber& y);
  static LongNumber product(const LongNumber& x, const LongNumber& y);
  static LongNumber quotient(const LongNumber& x, const LongNumber& y);
  static std::partial_ordering order(const LongNumber& x, const LongNumber& y);
  static LongNumber angle(const LongNumber& y, const LongNumber& x);
  static LongNumber power(const LongNumber& x, const LongNumber& y);
  static LongNumber power(const LongNumber& x, int n);
  LongNumber magnitude() const;
  LongNumber rounded_down() const;
  LongNumber square_root() const;
  LongNumber logarithm() const;
  LongNumber binary_logarithm() const;
  LongNumber decimal_logarithm() const;
  LongNumber sine() const;
  LongNumber cosine() const;
  bool is_finite() const;
  std::ostream& write(std::ostream& out) const;

  static constexpr std::size_t pairs_of_limbs = (digits + 127) / 128;
  alignas(16) std::byte storage[16 * (pairs_of_limbs + 2)];  // memory of Boost's number
};

using Digits50 = LongNumber<50>;
using Digits100 = LongNumber<100>;

}  // namespace plumb

template <int decimals>
struct std::numeric_limits<plumb::LongNumber<decimals>> {
  using Number = plumb::LongNumber<decimals>;
  static constexpr bool is_specialized = true, is_signed = true, is_integer = false, is_exact = false;
  static constexpr bool has_infinity = true, has_quiet_NaN = true, has_signaling_NaN = false;
  static constexpr bool is_iec559 = false, is_bounded = true, is_modulo = false;
  static constexpr int digits = Number::digits, digits10 = decimals, max_digits10 = decimals + 3, radix = 2;
  static Number epsilon() { return Number::epsilon(); }
  static Number infinity() { return numeric_limits<double>::infinity(); }
  static Number quiet_NaN() { return numeric_limits<double>::quiet_NaN(); }
  static Number min() { return Number::smallest(); }
  static Number max() { return Number::largest(); }
  static Number lowest() { return -Number::largest(); }
};
