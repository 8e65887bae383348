#include "methods/coefficients/digits.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "contract/expression.hpp"

namespace plumb {
namespace {

constexpr double rounding = 1e-98;  // of one operation in 100 digits, with room
constexpr int longest_exact = 5;    // significant digits of decimals that mean what they say

double magnitude(const Digits100& x) { return static_cast<double>(abs(x)); }

Digits100 square_root(const Digits100& x) { return sqrt(x); }

bool is_whole(const Digits100& x) { return x == floor(x); }

bool is_decimal(std::string_view text) { return text.find_first_of(".eEdD") != std::string_view::npos; }

// The digits of a decimal between its first and its last that is not 0, and the power of ten of the last one written.
struct Written {
  int significant = 0, last = 0;
};

Written written(std::string_view decimal) {
  const auto e = decimal.find_first_of("eEdD");
  const auto mantissa = decimal.substr(0, e);
  Written out;
  if (e != std::string_view::npos) {
    const auto exponent = decimal.substr(e + 1);
    out.last = std::stoi(std::string(exponent.starts_with('+') ? exponent.substr(1) : exponent));
  }
  const auto point = mantissa.find('.');
  if (point != std::string_view::npos) out.last -= static_cast<int>(mantissa.size() - point - 1);
  std::string digits;
  for (const char c : mantissa)
    if (c != '.') digits += c;
  const auto first = digits.find_first_not_of('0');
  if (first != std::string::npos) out.significant = static_cast<int>(digits.size() - first);
  const auto last = digits.find_last_not_of('0');
  if (last != std::string::npos && out.significant > longest_exact &&
      static_cast<int>(last - first) + 1 <= longest_exact && point != std::string_view::npos &&
      digits.size() > last + 1)
    out.significant = static_cast<int>(last - first) + 1;  // 0.2500000 is 0.25
  return out;
}

double open(std::string_view decimal, const Digits100& value, const Digits& digits) {
  using Rule = Digits::Rule;
  if (digits.rule == Rule::exact || digits.rule == Rule::significant) return 0;
  const auto w = written(decimal);
  if (!is_decimal(decimal)) {
    const bool is_rounded = digits.rule == Rule::as_double && w.significant > longest_exact;
    return is_rounded ? magnitude(value) * std::numeric_limits<double>::epsilon() : 0;
  }
  if (w.significant <= (digits.rule == Rule::long_decimals ? 15 : longest_exact)) return 0;
  const double unit = std::pow(10, w.last);
  const bool of_double = w.significant >= 16 && (digits.rule == Rule::as_double || w.significant <= 17);
  if (digits.rule == Rule::printed || !of_double) return unit;
  const double bit = std::nextafter(magnitude(value), std::numeric_limits<double>::infinity()) - magnitude(value);
  return std::max(bit, unit) + std::min(bit, unit);
}

// A number with its uncertainty, in the form that contract/expression.hpp asks for.
struct Open : Known {
  Open& operator+=(const Open& y) {
    value += y.value;
    within += y.within;
    return rounded();
  }
  Open& operator-=(const Open& y) {
    value -= y.value;
    within += y.within;
    return rounded();
  }
  Open& operator*=(const Open& y) {
    within = within * magnitude(y.value) + magnitude(value) * y.within + within * y.within;
    value *= y.value;
    return rounded();
  }
  Open& operator/=(const Open& y) {
    value /= y.value;
    within = (within + magnitude(value) * y.within) / magnitude(y.value);
    return rounded();
  }
  Open operator-() const {
    Open out = *this;
    out.value = -value;
    return out;
  }
  bool operator==(int x) const { return value == x; }
  bool operator<(int x) const { return value < x; }
  Open& rounded() {
    if (!is_whole(value) || within > 0) within += rounding * magnitude(value);
    return *this;
  }
};

struct OpenArithmetic {
  using Number = Open;
  Digits digits;

  static Open sqrt(const Open& x) {
    Open out;
    out.value = square_root(x.value);
    if (x.within > 0) out.within = x.value == 0 ? std::sqrt(x.within) : x.within / magnitude(out.value);
    return out.rounded();
  }
  static Open pi() {
    Open out;
    out.value = Digits100::pi();
    return out.rounded();
  }
  Open number(std::string_view, std::size_t, std::string_view text) const {
    Open out;
    out.value = Digits100(expression_detail::with_e(text));
    out.within = open(text, out.value, digits);
    return out.rounded();
  }
};

// A number whose value nobody asks for: no sum of such numbers is 0 or negative.
struct Anything {
  Anything& operator+=(Anything) { return *this; }
  Anything& operator-=(Anything) { return *this; }
  Anything& operator*=(Anything) { return *this; }
  Anything& operator/=(Anything) { return *this; }
  Anything operator-() const { return *this; }
  bool operator==(int) const { return false; }
  bool operator<(int) const { return false; }
};

constexpr int longest_of_double = 17;  // significant digits that tell every double from its neighbours

// Returns whether a decimal with more digits than a double needs is nevertheless a double, written out. Among decimals
// that are not, one of 18 digits looks so by chance in ten or a hundred, one of 30 digits in 10^14.
bool is_double_written_out(std::string_view text, const Written& w) {
  const Digits100 value(expression_detail::with_e(text));
  const Digits100 off = abs(value - Digits100(static_cast<double>(value)));
  return off <= Digits100("0.51") * pow(Digits100(10), w.last);
}

// The longest number with a point or an exponent, and whether such numbers are doubles.
struct Decimals {
  int longest = 0;
  bool are_doubles = true;  // are all that are longer than a double needs doubles?
};
struct DecimalsOf {
  using Number = Anything;
  Decimals* found;
  static Anything sqrt(Anything) { return {}; }
  static Anything pi() { return {}; }
  Anything number(std::string_view, std::size_t, std::string_view text) const {
    if (!is_decimal(text)) return {};
    const auto w = written(text);
    found->longest = std::max(found->longest, w.significant);
    if (w.significant > longest_of_double) found->are_doubles = found->are_doubles && is_double_written_out(text, w);
    return {};
  }
};

}  // namespace

Digits digits_from_text(std::string_view text) {
  using Rule = Digits::Rule;
  if (text.empty()) return {Rule::unset, 0};
  if (text == "exact") return {Rule::exact, 0};
  if (text == "printed") return {Rule::printed, 0};
  if (text == "double") return {Rule::as_double, 0};
  int count = 0;
  for (const char c : text) count = c >= '0' && c <= '9' && count <= 50 ? 10 * count + (c - '0') : 100;
  if (count < 3 || count > 50)
    throw std::invalid_argument("digits: \"exact\", \"printed\", \"double\" or a number from 3 to 50 is allowed");
  return {Rule::significant, count};
}

Digits decided(const Digits& digits, const std::vector<const std::vector<std::string>*>& coefficients) {
  if (digits.rule != Digits::Rule::unset) return digits;
  Decimals found;
  for (const auto* list : coefficients)
    for (const auto& text : *list)
      if (is_decimal(text)) expression_detail::Parser(text, DecimalsOf{&found}).value();
  if (found.longest <= longest_exact) return {Digits::Rule::exact, 0};
  const bool are_doubles = found.longest >= 16 && found.are_doubles;
  return {are_doubles ? Digits::Rule::as_double : Digits::Rule::printed, 0};
}

std::string in_words(const Digits& digits) {
  switch (digits.rule) {
    case Digits::Rule::exact: return "exact";
    case Digits::Rule::as_double: return "doubles: numbers of more than 5 digits within their last digit or bit";
    case Digits::Rule::significant: return "all but whole numbers within digit " + std::to_string(digits.count);
    case Digits::Rule::long_decimals: return "exact, decimals of more than 15 digits within their last digit or bit";
    case Digits::Rule::unset:
    case Digits::Rule::printed: break;
  }
  return "decimals of more than 5 digits within a unit of their last, all else exact";
}

Known known(std::string_view text, const Digits& digits) {
  Known out = expression_detail::Parser(text, OpenArithmetic{digits}).value();
  if (digits.rule == Digits::Rule::significant && !is_whole(out.value))
    out.within = std::pow(10, std::floor(std::log10(magnitude(out.value))) + 1 - digits.count);
  return out;
}

std::vector<Known> known(const std::vector<std::string>& texts, const Digits& digits) {
  std::vector<Known> out;
  for (const auto& text : texts) out.push_back(known(text, digits));
  return out;
}

bool take_for_fraction(Known& number) {
  if (number.within <= 1e-60 * (1 + magnitude(number.value))) return true;
  // This is a continued fraction: p/q with growing q, each the best of its size.
  Digits100 x = number.value, p = 1, q = 0, p_before = 0, q_before = 1;
  while (q < 100000) {
    const Digits100 whole = floor(x), next_p = whole * p + p_before, next_q = whole * q + q_before;
    p_before = p;
    q_before = q;
    p = next_p;
    q = next_q;
    const auto off = magnitude(p / q - number.value);
    if (off <= number.within) {
      if (magnitude(q * q) * number.within > 0.01) return false;
      number = {p / q, rounding * magnitude(p / q)};
      return true;
    }
    if (x == whole) return false;
    x = 1 / (x - whole);
  }
  return false;
}

}  // namespace plumb
