#pragma once
// The grammar of numbers: "9.81", "1.5d+1", "4/3", "4pi", "pi/600", "2*pi/3", "1/4 - sqrt(3)/6", "(2/3)^2". It parses
// user input, files, and coefficients in the sources. Their precision is described in contract/exact_number.hpp.
//
//   sum     = product *(("+" | "-") product)        product = factor *(("*" | "/") factor)
//   factor  = ["+" | "-"] primary ["^" ["+" | "-"] digits]
//   primary = decimal ["pi"] | "pi" | ["sqrt"] "(" sum ")"
//   decimal = digits ["." [digits]] | "." digits, with an exponent after e or E, or Fortran's d or D
//
// Blanks are allowed between tokens, but not in a decimal or before the "pi" that multiplies it. "1/4pi" is refused,
// because its meaning is ambiguous.
//
// At run time, everything except a plain quotient is evaluated in 50 digits and rounded once, so it is accurate in
// every precision. The compiler evaluates in double, to a few units in the last place: enough to check order
// conditions.

#include <limits>
#include <numbers>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace plumb {

namespace expression_detail {

/// Throws std::invalid_argument with the position (from 1) of the mistake and the allowed input.
[[noreturn]] void refuse(std::string_view text, std::size_t position, std::string_view message);

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

constexpr std::size_t after_digits(std::string_view text, std::size_t i) {
  while (i < text.size() && is_digit(text[i])) ++i;
  return i;
}

/// The longest unsigned decimal that begins at `at`: "12", "0.5", ".5", "5.26e-2", "1.5d+1"; empty if there is none.
constexpr std::string_view decimal_at(std::string_view text, std::size_t position) {
  auto end = after_digits(text, position);
  auto count = end - position;
  if (end < text.size() && text[end] == '.') {
    const auto fraction = end + 1;
    end = after_digits(text, fraction);
    count += end - fraction;
  }
  if (count == 0) return {};
  if (end < text.size() && std::string_view("eEdD").find(text[end]) != std::string_view::npos) {
    const bool has_sign = end + 1 < text.size() && (text[end + 1] == '+' || text[end + 1] == '-');
    const auto exponent = end + (has_sign ? 2 : 1);
    const auto after = after_digits(text, exponent);
    if (after > exponent) end = after;
  }
  return text.substr(position, end - position);
}

/// Writes "1.5d+1" as "1.5e+1".
std::string with_e(std::string_view decimal);

/// The deepest nesting of parentheses in a coefficient, and in a user's value for a parameter that is inserted in
/// formulas of coefficients.
inline constexpr int deepest_of_coefficients = 100, deepest_of_parameters = 50;

constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

/// The word that begins at `at`: a letter, then letters, digits and _, and up to two primes (x'). Empty if no word
/// begins there.
constexpr std::string_view word_at(std::string_view text, std::size_t position) {
  auto end = position;
  while (end < text.size() && (is_letter(text[end]) || (end > position && is_digit(text[end])))) ++end;
  for (int primes = 0; end > position && primes < 2 && end < text.size() && text[end] == '\''; ++primes) ++end;
  return text.substr(position, end - position);
}

/// Parses one number. `Arithmetic` has a type `Number`, `number(text, at, decimal)`, `sqrt` and `pi`. It may have
/// `power(base, exponent)`; the default is repeated multiplication, whose order affects the last digits. Formulas with
/// names also require `named(text, at, word)` and `function(text, at, word, arguments)`.
template <class Arithmetic>
class Parser {
  static constexpr bool has_names = requires(Arithmetic & a, std::string_view text) { a.named(text, 0, text); };

 public:
  using Number = typename Arithmetic::Number;

  /// `most_parentheses` is the maximum nesting depth of parentheses.
  constexpr Parser(std::string_view expression, Arithmetic in, int most_parentheses = deepest_of_coefficients)
      : text(expression), arithmetic(in), deepest(most_parentheses) {}

  constexpr Number value() {
    if (text.size() > longest) refuse(text, longest, "too long");
    Number out = sum();
    if (at < text.size()) refuse(text, at, "expected an operator or the end of the expression");
    return out;
  }

 private:
  static constexpr std::size_t longest = 1'000'000;  // limit of the length of a text [characters]
  static constexpr int largest_power = 1000;

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
        out /= divisor();
      } else {
        return out;
      }
    }
  }

  constexpr Number divisor() {
    const auto begin = at;
    Number out = factor();
    if (multiplies_pi) refuse(text, begin, "write /(2*pi) or /2*pi, not /2pi");
    if (out == 0) refuse(text, begin, "division by zero");
    return out;
  }

  constexpr Number factor() {
    if (take('-')) return -power();
    take('+');
    return power();
  }

  constexpr Number power() {
    const auto begin = at;
    Number base = primary();
    if (!take('^')) return base;
    if (multiplies_pi) refuse(text, begin, "write (2*pi)^2 or 2*pi^2, not 2pi^2");
    const bool inverse = take('-');
    if (!inverse) take('+');
    const int exponent = whole_exponent();
    if (inverse && base == 0) refuse(text, begin, "division by zero");
    Number out = whole_power(base, exponent);
    if (!inverse) return out;
    Number inverted = arithmetic.number("1", 0, "1");
    inverted /= out;
    return inverted;
  }

  constexpr Number whole_power(const Number& base, int exponent) {
    if constexpr (requires { arithmetic.power(base, exponent); }) {
      return arithmetic.power(base, exponent);
    } else {
      Number out = arithmetic.number("1", 0, "1");
      for (int k = 0; k < exponent; ++k) out *= base;
      return out;
    }
  }

  constexpr int whole_exponent() {
    const auto end = after_digits(text, at);
    if (end == at) refuse(text, at, "expected a whole number after ^");
    int out = 0;
    for (auto i = at; i < end; ++i) {
      out = 10 * out + (text[i] - '0');
      if (out > largest_power) refuse(text, at, "a power above 1000");
    }
    at = end;
    skip_blanks();
    return out;
  }

  constexpr Number primary() {
    skip_blanks();
    const auto begin = at;
    multiplies_pi = false;
    if constexpr (has_names)
      if (const auto word = word_at(text, at); !word.empty() && word != "pi") return value_of(word);
    if (take("pi")) return arithmetic.pi();
    if constexpr (!has_names)
      if (take("sqrt")) return square_root(begin);
    if (take('(')) return rest_of_parentheses();
    const auto decimal = decimal_at(text, at);
    if (decimal.empty()) refuse(text, begin, "expected a number");
    at += decimal.size();
    return multiple_of_pi(arithmetic.number(text, begin, decimal));
  }

  constexpr Number square_root(std::size_t begin) {
    if (!take('(')) refuse(text, at, "expected '(' after sqrt");
    const Number radicand = rest_of_parentheses();
    if (radicand < 0) refuse(text, begin, "square root of a negative number");
    return arithmetic.sqrt(radicand);
  }

  /// The value of a name, or of a function with its arguments.
  Number value_of(std::string_view word) requires has_names {
    const auto begin = at;
    at += word.size();
    if (!take('(')) return arithmetic.named(text, begin, word);
    std::vector<Number> arguments = {sum()};
    while (take(',')) arguments.push_back(sum());
    if (!take(')')) refuse(text, at, "expected ')'");
    return arithmetic.function(text, begin, word, arguments);
  }

  constexpr Number multiple_of_pi(Number out) {
    if (!take("pi")) return out;
    multiplies_pi = true;
    out *= arithmetic.pi();
    return out;
  }

  constexpr Number rest_of_parentheses() {
    Number out = sum();
    if (!take(')')) refuse(text, at, "expected ')'");
    multiplies_pi = false;  // "1/(4pi)" is not ambiguous
    return out;
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
  int deepest;
  std::size_t at = 0;
  int depth = 0;
  bool multiplies_pi = false;  // whether the last primary was a number times pi, as in "2pi"
};

/// Arithmetic for constant expressions: double, with decimals read digit by digit.
struct CompilerArithmetic {
  using Number = double;
  static constexpr double pi() { return std::numbers::pi; }

  static constexpr double sqrt(double x) {  // Newton's iteration, descending from above
    if (x == 0) return 0;
    double root = x > 1 ? x : 1;
    while (true) {
      const double next = (root + x / root) / 2;
      if (!(next < root)) return root;
      root = next;
    }
  }

  static constexpr double number(std::string_view, std::size_t, std::string_view decimal) {
    double value = 0, scale = 1;
    std::size_t i = 0;
    for (bool fraction = false; i < decimal.size() && (decimal[i] == '.' || is_digit(decimal[i])); ++i) {
      if (decimal[i] == '.') {
        fraction = true;
        continue;
      }
      value = 10 * value + (decimal[i] - '0');
      if (fraction) scale *= 10;
    }
    int exponent = 0;
    const bool negative = i + 1 < decimal.size() && decimal[i + 1] == '-';
    for (; i < decimal.size(); ++i)
      if (is_digit(decimal[i])) exponent = 10 * exponent + (decimal[i] - '0');
    double power = 1;
    for (int k = 0; k < exponent; ++k) power *= 10;
    return negative ? value / scale / power : value / scale * power;
  }
};

template <class T>
T value_at_run_time(std::string_view text);

}  // namespace expression_detail

/// The value of an expression for a coefficient, in double, long double, quad or Digits50 (numerics/long_number.hpp).
/// Throws std::invalid_argument with the position of the mistake and the allowed input.
template <class T>
constexpr T expression_value(std::string_view text) {
  if constexpr (std::is_same_v<T, double>)
    if (std::is_constant_evaluated())
      return expression_detail::Parser(text, expression_detail::CompilerArithmetic{}).value();
  return expression_detail::value_at_run_time<T>(text);
}

/// The significant digits of the least precise number in an expression. Integers, and decimals of up to 15 digits, are
/// exact; longer decimals are rounded.
int expression_digits(std::string_view text);

inline constexpr int expression_digits_exact = 50;  // result of expression_digits() if all numbers are exact

}  // namespace plumb
