#include "contract/exact_number.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>

#include "contract/excerpt.hpp"
#include "contract/expression.hpp"
#include "numerics/double_double.hpp"
#include "numerics/long_number.hpp"

namespace plumb {
namespace expression_detail {
namespace {

constexpr std::size_t longest_decimal = 1000;  // characters; arithmetic on exact texts takes more than linear time

/// Thrown if the grammar refuses a text; the message contains the position of the mistake.
struct Refusal : std::invalid_argument {
  Refusal(std::string_view text, std::size_t position, std::string_view message)
      : std::invalid_argument("'" + excerpt(text, position) + "', position " + std::to_string(position + 1) + ": " +
                              std::string(message) + "; allowed are numbers, pi, sqrt(...), ( ) and + - * / ^"),
        at(position),
        reason(message) {}
  std::size_t at;
  std::string reason;
};

// Returns whether the exponent has more than about 6 digits. Libraries parse exponents into integers, which overflow
// for "0e9223372036854775808" although this number is 0.
bool has_huge_exponent(std::string_view decimal) {
  auto digits = decimal.substr(std::min(decimal.find('e'), decimal.size()));
  digits.remove_prefix(std::min(digits.find_first_not_of("e+-0"), digits.size()));
  return digits.size() > 6;
}

bool fits_a_double(std::string_view decimal) {
  double probe = 0;
  const auto end = decimal.data() + decimal.size();
  const auto read = std::from_chars(decimal.data(), end, probe);
  return decimal.size() <= longest_decimal && read.ec == std::errc{} && read.ptr == end && std::isfinite(probe) &&
         !has_huge_exponent(decimal);
}

// The value of a decimal without a sign, in the range of double: correctly rounded, or in quad accurate to one unit in
// the last place.
template <class T>
T rounded(const std::string& decimal) {
  if constexpr (std::is_floating_point_v<T>) {
    T value = 0;
    std::from_chars(decimal.data(), decimal.data() + decimal.size(), value);
    return value;
  } else {
    return T(decimal);
  }
}

/// The number ± number × π / divisor.
struct Ratio {
  bool negative = false, times_pi = false;
  std::string number = {}, divisor = {};  // decimal texts; an empty one means 1

  bool is_decimal() const { return !number.empty() && !times_pi && divisor.empty(); }
  bool is_pi() const { return number.empty() && times_pi && divisor.empty(); }

  template <class T>
  T in() const {
    T out = number.empty() ? T(1) : rounded<T>(number);
    if (times_pi) out = number.empty() ? std::numbers::pi_v<T> : out * std::numbers::pi_v<T>;
    if (negative) out = -out;
    return divisor.empty() ? out : out / rounded<T>(divisor);
  }
};

std::optional<Ratio> product(const Ratio& a, const Ratio& b) {
  if (!(a.is_decimal() && b.is_pi()) && !(a.is_pi() && b.is_decimal())) return {};
  return Ratio{a.negative != b.negative, true, a.is_pi() ? b.number : a.number};
}

std::optional<Ratio> quotient(const Ratio& a, const Ratio& b) {
  if (!a.divisor.empty() || !b.is_decimal()) return {};
  return Ratio{a.negative != b.negative, a.times_pi, a.number, b.number};
}

struct Value {
  Digits50 digits;
  std::optional<Ratio> ratio = {};

  Value& operator+=(const Value& y) { return become(digits + y.digits, {}); }
  Value& operator-=(const Value& y) { return become(digits - y.digits, {}); }
  Value& operator*=(const Value& y) {
    return become(digits * y.digits, ratio && y.ratio ? product(*ratio, *y.ratio) : std::nullopt);
  }
  Value& operator/=(const Value& y) {
    return become(digits / y.digits, ratio && y.ratio ? quotient(*ratio, *y.ratio) : std::nullopt);
  }
  Value operator-() const {
    Value out{-digits, ratio};
    if (out.ratio) out.ratio->negative = !out.ratio->negative;
    return out;
  }
  bool operator==(int y) const { return digits == y; }
  bool operator<(int y) const { return digits < y; }

 private:
  Value& become(const Digits50& x, std::optional<Ratio> of) {
    digits = x;
    ratio = std::move(of);
    return *this;
  }
};

Digits50 square_root(const Digits50& x) { return sqrt(x); }

int significant_digits(std::string_view decimal) {
  const auto mantissa = decimal.substr(0, decimal.find('e'));
  const auto first = mantissa.find_first_of("123456789");
  if (first == std::string_view::npos) return 0;
  return static_cast<int>(std::ranges::count_if(mantissa.substr(first), is_digit));
}

struct DigitsArithmetic {
  using Number = Value;
  int* fewest_digits;

  static Value pi() { return {Digits50::pi(), Ratio{.times_pi = true}}; }
  static Value sqrt(const Value& x) { return {square_root(x.digits)}; }
  Value number(std::string_view text, std::size_t at, std::string_view written) const {
    const auto decimal = with_e(written);
    if (!fits_a_double(decimal)) refuse(text, at, "a number too large, too small or too long");
    const auto count = significant_digits(decimal);
    if (count > 15 && decimal.find_first_of(".e") != std::string::npos)
      *fewest_digits = std::min(*fewest_digits, count);
    return {Digits50(decimal), Ratio{.number = decimal}};
  }
};

struct Evaluated {
  Value value;
  int fewest_digits = expression_digits_exact;
};

Evaluated evaluated(std::string_view text, int deepest) {
  Evaluated out;
  out.value = Parser(text, DigitsArithmetic{&out.fewest_digits}, deepest).value();
  return out;
}

// Converts through a decimal text, because conversions of decimals are correctly rounded. The text has more digits than
// the number.
template <class T>
std::optional<T> rounded(const Digits50& value) {
  std::string decimal = abs(value).str(55, std::ios_base::scientific);
  if (!fits_a_double(decimal)) return {};
  const T out = rounded<T>(decimal);
  return value < 0 ? -out : out;
}

/// Returns nullopt if the value is outside the range of double.
template <class T>
std::optional<T> value_in(const Value& value) {
  if constexpr (std::is_same_v<T, Digits50>) {
    return value.digits;
  } else {
    if (!value.ratio) return rounded<T>(value.digits);
    const T out = value.ratio->in<T>();
    return std::isfinite(static_cast<double>(out)) ? std::optional(out) : std::nullopt;
  }
}

// Returns true for example for "0,6".
bool has_decimal_comma(std::string_view text) {
  const auto comma = text.find(',');
  return comma != std::string_view::npos && comma > 0 && is_digit(text[comma - 1]) && comma + 1 < text.size() &&
         is_digit(text[comma + 1]);
}

std::string in_users_words(std::string_view text, const Refusal& refusal) {
  const auto quoted = "'" + excerpt(text, refusal.at) + "'";
  if (refusal.reason == "division by zero") return quoted + " divides by zero";
  const auto out = quoted + " is not a number (write 0.25, 1e-3, 1/4 or pi/6)";
  if (has_decimal_comma(text)) return out + ": decimal commas are not allowed; write a decimal point";
  if (refusal.at == 0 && refusal.reason == "expected a number") return out;
  return out + ": position " + std::to_string(refusal.at + 1) + ": " + refusal.reason;
}

Value users_value(std::string_view text) {
  if (text.size() > longest_decimal)
    throw std::invalid_argument("'" + excerpt(text) + "' is too long for a number: at most " +
                                std::to_string(longest_decimal) + " characters are allowed");
  try {
    return evaluated(text, deepest_of_parameters).value;
  } catch (const Refusal& refusal) {
    throw std::invalid_argument(in_users_words(text, refusal));
  }
}

// Parses an integer of at most 15 digits, which is exact in every precision; nullopt for other texts. Most numbers in
// the files of large mechanisms are such integers.
std::optional<std::int64_t> few_digits(std::string_view text) {
  const bool has_sign = text.starts_with('-'), has_zeros = text.substr(has_sign ? 1 : 0).starts_with('0');
  if (text.empty() || text.size() > 15 || (has_zeros && text != "0")) return {};
  std::int64_t out = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, out);
  return read.ec == std::errc() && read.ptr == end ? std::optional(out) : std::nullopt;
}

/// Parses a decimal, the most frequent kind of number; nullopt for other texts. The general arithmetic gives the same
/// value, but computes 50 digits first.
template <class T>
std::optional<T> decimal_number(std::string_view text) {
  if (const auto whole = few_digits(text)) return T(*whole);
  const bool has_sign = text.starts_with('-');
  const auto digits = text.substr(has_sign ? 1 : 0);
  if (digits.empty() || decimal_at(digits, 0).size() != digits.size()) return {};
  const auto decimal = with_e(digits);
  if (!fits_a_double(decimal)) return {};
  const T out = rounded<T>(decimal);
  return has_sign ? -out : out;
}

template <class T>
T users_number(std::string_view text) {
  if (const auto decimal = decimal_number<T>(text)) return *decimal;
  if (const auto out = value_in<T>(users_value(text))) return *out;
  throw std::invalid_argument("'" + excerpt(text) + "' is too large or too small");
}

}  // namespace

std::string with_e(std::string_view decimal) {
  std::string out(decimal);
  const auto found = out.find_first_of("EdD");
  if (found != std::string::npos) out[found] = 'e';
  return out;
}

void refuse(std::string_view text, std::size_t at, std::string_view label) { throw Refusal(text, at, label); }

template <class T>
T value_at_run_time(std::string_view text) {
  if (const auto decimal = decimal_number<T>(text)) return *decimal;
  if (const auto out = value_in<T>(evaluated(text, deepest_of_coefficients).value)) return *out;
  refuse(text, 0, "the value is too large or too small");
}

template double value_at_run_time<double>(std::string_view);
template long double value_at_run_time<long double>(std::string_view);
template quad value_at_run_time<quad>(std::string_view);
template Digits50 value_at_run_time<Digits50>(std::string_view);

}  // namespace expression_detail

int expression_digits(std::string_view text) {
  return expression_detail::evaluated(text, expression_detail::deepest_of_coefficients).fewest_digits;
}

ExactNumber::ExactNumber(std::string_view text) : text_(text) { in<double>(); }

template <class T>
T ExactNumber::in() const {
  return expression_detail::users_number<T>(text_);
}

template <class T>
T number_from_text(std::string_view text) {
  return expression_detail::users_number<T>(text);
}

template double ExactNumber::in<double>() const;
template long double ExactNumber::in<long double>() const;
template quad ExactNumber::in<quad>() const;
template Digits50 ExactNumber::in<Digits50>() const;

template double number_from_text<double>(std::string_view);
template long double number_from_text<long double>(std::string_view);
template quad number_from_text<quad>(std::string_view);

template <>
double_double ExactNumber::in() const {
  return double_double(in<quad>());
}
template <>
double_double number_from_text(std::string_view text) {
  return double_double(number_from_text<quad>(text));
}

}  // namespace plumb
