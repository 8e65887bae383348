#pragma once
// Numbers in closed form: "(88 - 7*sqrt(6))/360", "1/4 - sqrt(3)/6", "2*pi/3".
//
//   sum = product *(("+" | "-") product)      product = factor *(("*" | "/") factor)
//   factor = ["+" | "-"] (number | "pi" | ["sqrt"] "(" sum ")")
//
// At run time an expression is evaluated in 50 digits and rounded once, so that it has all digits of every precision.
// The compiler evaluates it in double, to a few units of the last place: enough to check order conditions.

#include <limits>
#include <numbers>
#include <stdexcept>
#include <string_view>
#include <type_traits>

namespace plumb {

namespace expression_detail {

/// Throws std::invalid_argument with the position (from 1) of the offence and what is allowed.
[[noreturn]] void refuse(std::string_view text, std::size_t at, std::string_view what);

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Reads one expression; `Arithmetic` has a type `Number`, `number(text, at, digits)`, `sqrt` and `pi`.
template <class Arithmetic>
class Parser {
 public:
  using Number = typename Arithmetic::Number;

  constexpr Parser(std::string_view expression, Arithmetic in) : text(expression), arithmetic(in) {}

  constexpr Number value() {
    Number out = sum();
    if (at < text.size()) refuse(text, at, "expected an operator or the end");
    return out;
  }

 private:
  static constexpr int deepest = 100;  // parentheses in parentheses

  constexpr Number sum() {
    if (++depth > deepest) refuse(text, at, "too many parentheses");
    Number out = product();
    while (true)
      if (take('+'))
        out += product();
      else if (take('-'))
        out -= product();
      else
        break;
    --depth;
    return out;
  }

  constexpr Number product() {
    Number out = factor();
    while (true) {
      if (take('*')) {
        out *= factor();
      } else if (take('/')) {
        const auto divisor_at = at;
        const Number divisor = factor();
        if (divisor == 0) refuse(text, divisor_at, "division by zero");
        out /= divisor;
      } else {
        return out;
      }
    }
  }

  constexpr Number factor() {
    if (take('-')) return -primary();
    take('+');
    return primary();
  }

  constexpr Number primary() {
    skip_blanks();
    const auto begin = at;
    if (take("pi")) return arithmetic.pi();
    if (take("sqrt")) {
      if (!take('(')) refuse(text, at, "expected '(' after sqrt");
      const Number radicand = rest_of_parentheses();
      if (radicand < 0) refuse(text, begin, "square root of a negative number");
      return arithmetic.sqrt(radicand);
    }
    if (take('(')) return rest_of_parentheses();
    const auto literal = number_at();
    if (literal.empty()) refuse(text, begin, "expected a number");
    at += literal.size();
    return arithmetic.number(text, begin, literal);
  }

  constexpr Number rest_of_parentheses() {
    Number out = sum();
    if (!take(')')) refuse(text, at, "expected ')'");
    return out;
  }

  // "12", "0.5", ".5", "5.26e-2": the longest such text that begins here.
  constexpr std::string_view number_at() const {
    auto end = digits_from(at);
    auto count = end - at;
    if (end < text.size() && text[end] == '.') {
      const auto fraction = end + 1;
      end = digits_from(fraction);
      count += end - fraction;
    }
    if (count == 0) return {};
    if (end < text.size() && (text[end] == 'e' || text[end] == 'E')) {
      const bool has_sign = end + 1 < text.size() && (text[end + 1] == '+' || text[end + 1] == '-');
      const auto exponent = end + (has_sign ? 2 : 1), after = digits_from(exponent);
      if (after > exponent) end = after;
    }
    return text.substr(at, end - at);
  }

  constexpr std::size_t digits_from(std::size_t i) const {
    while (i < text.size() && is_digit(text[i])) ++i;
    return i;
  }
  constexpr void skip_blanks() {
    while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
  }
  constexpr bool take(char c) {
    skip_blanks();
    if (at == text.size() || text[at] != c) return false;
    ++at;
    skip_blanks();
    return true;
  }
  constexpr bool take(std::string_view word) {
    if (!text.substr(at).starts_with(word)) return false;
    at += word.size();
    skip_blanks();
    return true;
  }

  std::string_view text;
  Arithmetic arithmetic;
  std::size_t at = 0;
  int depth = 0;
};

/// What the compiler can do: double, with decimals read digit by digit.
struct CompilerArithmetic {
  using Number = double;
  static constexpr double pi() { return std::numbers::pi; }

  static constexpr double sqrt(double x) {  // Newton's iteration, falling from above
    if (x == 0) return 0;
    double root = x > 1 ? x : 1;
    while (true) {
      const double next = (root + x / root) / 2;
      if (!(next < root)) return root;
      root = next;
    }
  }

  static constexpr double number(std::string_view, std::size_t, std::string_view literal) {
    double value = 0, scale = 1;
    std::size_t i = 0;
    for (bool fraction = false; i < literal.size() && literal[i] != 'e' && literal[i] != 'E'; ++i) {
      if (literal[i] == '.') {
        fraction = true;
        continue;
      }
      value = 10 * value + (literal[i] - '0');
      if (fraction) scale *= 10;
    }
    int exponent = 0;
    const bool negative = i + 1 < literal.size() && literal[i + 1] == '-';
    for (; i < literal.size(); ++i)
      if (is_digit(literal[i])) exponent = 10 * exponent + (literal[i] - '0');
    double power = 1;
    for (int k = 0; k < exponent; ++k) power *= 10;
    return negative ? value / scale / power : value / scale * power;
  }
};

template <class T>
T value_at_run_time(std::string_view text);

}  // namespace expression_detail

/// Value of an expression in double, long double, quad or 50 digits (boost's cpp_bin_float_50). Throws
/// std::invalid_argument with the position and what is allowed.
template <class T>
constexpr T expression_value(std::string_view text) {
  if constexpr (std::is_same_v<T, double>)
    if (std::is_constant_evaluated())
      return expression_detail::Parser(text, expression_detail::CompilerArithmetic{}).value();
  return expression_detail::value_at_run_time<T>(text);
}

/// Significant digits of the least precise number in an expression. Integers and decimals of up to 15 digits are taken
/// for exact, longer decimals for rounded.
int expression_digits(std::string_view text);

inline constexpr int expression_digits_exact = 50;

}  // namespace plumb
