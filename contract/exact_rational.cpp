#include "contract/exact_rational.hpp"

#include <bit>
#include <cstdlib>

#include "contract/expression.hpp"

namespace plumb {
namespace {

using boost::multiprecision::cpp_int;
using boost::multiprecision::cpp_rational;

constexpr unsigned most_bits = 2000;       // limit of a numerator or denominator, far above the numbers of users
constexpr int highest_pi_power = 100'000;  // limit of |pi_power|, so that the sum of two cannot overflow

cpp_rational power_of_ten(int exponent) {
  const cpp_int scale = boost::multiprecision::pow(cpp_int(10), static_cast<unsigned>(std::abs(exponent)));
  return exponent < 0 ? cpp_rational(1, scale) : cpp_rational(scale);
}

// The exact value of a decimal without a sign. Precondition: it is in the range of double, so its exponent is small.
cpp_rational exact_decimal(std::string_view written) {
  const auto decimal = expression_detail::with_e(written);
  const auto e = std::min(decimal.find('e'), decimal.size());
  std::string digits = decimal.substr(0, e);
  int exponent = e < decimal.size() ? std::stoi(decimal.substr(e + 1)) : 0;
  if (const auto point = digits.find('.'); point != std::string::npos) {
    exponent -= static_cast<int>(digits.size() - point - 1);
    digits.erase(point, 1);
  }
  digits.erase(0, digits.find_first_not_of('0'));  // a leading zero would select octal numbers
  return digits.empty() ? cpp_rational(0) : cpp_rational(cpp_int(digits)) * power_of_ten(exponent);
}

bool is_small(const RationalMultiple& x) {
  if (std::abs(x.pi_power) > highest_pi_power) return false;
  return x.value == 0 || (msb(abs(numerator(x.value))) <= most_bits && msb(denominator(x.value)) <= most_bits);
}

std::optional<cpp_int> exact_root(const cpp_int& x) {
  const cpp_int root = sqrt(x);
  return root * root == x ? std::optional(root) : std::nullopt;
}

/// A rational multiple of a power of pi. `known` is nullopt if the result of an operation is no such multiple.
struct Multiple {
  std::optional<RationalMultiple> known;

  Multiple& operator+=(const Multiple& y) { return add(y, 1); }
  Multiple& operator-=(const Multiple& y) { return add(y, -1); }
  Multiple& operator*=(const Multiple& y) {
    if (!known || !y.known) return become({});
    return become(RationalMultiple{known->value * y.known->value, known->pi_power + y.known->pi_power});
  }
  Multiple& operator/=(const Multiple& y) {
    if (!known || !y.known || y.known->value == 0) return become({});
    return become(RationalMultiple{known->value / y.known->value, known->pi_power - y.known->pi_power});
  }
  Multiple operator-() const { return known ? Multiple{RationalMultiple{-known->value, known->pi_power}} : Multiple{}; }
  bool operator==(int y) const { return known && known->value == y; }
  bool operator<(int) const { return false; }  // radicands are always positive

 private:
  Multiple& add(const Multiple& y, int sign) {
    if (!known || !y.known) return become({});
    if (y.known->value == 0) return *this;
    if (known->value == 0) known->pi_power = y.known->pi_power;
    if (known->pi_power != y.known->pi_power) return become({});
    return become(RationalMultiple{known->value + sign * y.known->value, known->pi_power});
  }
  Multiple& become(std::optional<RationalMultiple> x) {
    known = x && is_small(*x) ? std::move(x) : std::nullopt;
    return *this;
  }
};

struct RationalArithmetic {
  using Number = Multiple;

  static Multiple pi() { return {RationalMultiple{1, 1}}; }
  static Multiple number(std::string_view, std::size_t, std::string_view decimal) {
    return {RationalMultiple{exact_decimal(decimal)}};
  }
  // Squares and multiplies from the highest bit down, so all intermediate values are smaller than the result. Stops
  // when an intermediate value is too large.
  static Multiple power(const Multiple& base, int exponent) {
    Multiple out{RationalMultiple{1}};
    for (int bit = std::bit_width(static_cast<unsigned>(exponent)); bit-- > 0 && out.known;) {
      out *= Multiple(out);
      if ((exponent >> bit) % 2 != 0) out *= base;
    }
    return out;
  }
  static Multiple sqrt(const Multiple& x) {
    if (!x.known || x.known->pi_power % 2 != 0) return {};
    const auto above = exact_root(numerator(x.known->value)), below = exact_root(denominator(x.known->value));
    if (!above || !below) return {};
    return {RationalMultiple{cpp_rational(*above, *below), x.known->pi_power / 2}};
  }
};

}  // namespace

std::optional<RationalMultiple> ExactNumber::rational() const {
  return expression_detail::Parser(std::string_view(text_), RationalArithmetic{}).value().known;
}

}  // namespace plumb
