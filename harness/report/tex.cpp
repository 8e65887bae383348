#include "harness/report/tex.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "contract/expression.hpp"
#include "harness/report/tex_number.hpp"
#include "numerics/long_number.hpp"

namespace plumb {
namespace {

constexpr std::size_t longest_tex = 48;  // limit of a coefficient in TeX [characters]; longer ones become decimals
constexpr std::size_t shown_digits = 8;

/// The significant digits of a decimal without trailing zeros, and the power of ten of the first digit.
struct Significant {
  std::string digits;
  int exponent = 0;

  explicit Significant(const std::string& text) {
    const auto e = text.find_first_of("eE");
    const auto mantissa = text.substr(0, e);
    const auto point = static_cast<int>(std::min(mantissa.find('.'), mantissa.size()));
    exponent = e == text.npos ? 0 : std::stoi(text.substr(e + 1));
    int place = 0;  // index of the digit c, not counting the decimal point
    for (const char c : mantissa) {
      if (c == '.') continue;
      if (digits.empty() && c != '0') exponent += point - 1 - place;
      if (!digits.empty() || c != '0') digits += c;
      ++place;
    }
    digits.erase(digits.find_last_not_of('0') + 1);
  }
};

}  // namespace

std::string tex_of_decimal(const std::string& text) {
  constexpr int least = -4, most = 8;  // range of exponents that are written without a power of ten
  auto [digits, exponent] = Significant(text);
  if (digits.empty()) return "0";
  const std::string rest = digits.size() > shown_digits ? "\\ldots" : "";
  digits.resize(std::min(digits.size(), shown_digits));
  if (exponent < least || exponent > most)
    return fmt::format("{}{}{}{}\\cdot 10^{{{}}}", digits[0], digits.size() > 1 ? "." : "", digits.substr(1), rest,
                       exponent);
  if (exponent < 0) return "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + digits + rest;
  const auto whole = static_cast<std::size_t>(exponent + 1);
  if (digits.size() <= whole) return digits + std::string(whole - digits.size(), '0') + rest;
  return digits.substr(0, whole) + "." + digits.substr(whole) + rest;
}

namespace {

struct TexArithmetic {
  using Number = TexNumber;
  static TexNumber pi() { return TexNumber("\\pi"); }
  static TexNumber sqrt(const TexNumber& x) { return TexNumber("\\sqrt{" + x.text() + "}"); }
  static TexNumber number(std::string_view, std::size_t, std::string_view decimal) {
    return TexNumber(tex_of_decimal(expression_detail::with_e(decimal)));
  }
  static TexNumber power(const TexNumber& base, int exponent) { return base.to_the(std::to_string(exponent)); }
};

TexNumber typeset(std::string_view expression) {
  const auto out = expression_detail::Parser(expression, TexArithmetic()).value();
  if (out.text().size() <= longest_tex) return out;
  const auto decimal = expression_value<Digits50>(expression).str(30, std::ios_base::scientific);
  return decimal.starts_with('-') ? -TexNumber(tex_of_decimal(decimal.substr(1))) : TexNumber(tex_of_decimal(decimal));
}

bool is_zero(const std::string& expression) { return expression_value<Digits50>(expression) == 0; }

/// Returns a coefficient in front of a symbol: "", "-", "\frac{4}{3}\,".
std::string factor_of(const std::string& expression) {
  const auto value = expression_value<Digits50>(expression);
  if (value == 1) return "";
  if (value == -1) return "-";
  return typeset(expression).factor() + "\\,";
}

/// Returns Σ c_j SYMBOL_{n+1−j}, one side of a multistep formula.
std::string combination(const std::vector<std::string>& coefficients, const char* symbol) {
  std::string out;
  for (std::size_t j = 0; j < coefficients.size(); ++j) {
    if (is_zero(coefficients[j])) continue;
    const auto factor = factor_of(coefficients[j]);
    const auto index = j == 0 ? std::string("n+1") : j == 1 ? std::string("n") : fmt::format("n-{}", j - 1);
    out += fmt::format("{}{}{}_{{{}}}", out.empty() || factor.starts_with('-') ? "" : "+", factor, symbol, index);
  }
  return out;
}

}  // namespace

std::string tex_of_number(std::string_view expression) { return typeset(expression).text(); }

std::string tex_of(const TableauData& tableau) {
  const auto s = static_cast<std::size_t>(tableau.stages);
  std::string rows;
  for (std::size_t i = 0; i < s; ++i) {
    std::size_t end = s;
    while (end > 0 && is_zero(tableau.a[i * s + end - 1])) --end;
    rows += tex_of_number(tableau.c[i]);
    for (std::size_t j = 0; j < s; ++j) rows += " & " + (j < end ? tex_of_number(tableau.a[i * s + j]) : "");
    rows += " \\\\\n";
  }
  std::string weights;
  for (const auto& b : tableau.b) weights += " & " + tex_of_number(b);
  return fmt::format("\\def\\arraystretch{{1.4}}\\begin{{array}}{{c|{}}}\n{}\\hline\n{}\n\\end{{array}}",
                     std::string(s, 'c'), rows, weights);
}

std::string tex_of(const MultistepData& formula) {
  const auto rates = combination(formula.beta, "f");
  const auto terms = std::ranges::count_if(formula.beta, [](const std::string& b) { return !is_zero(b); });
  return fmt::format("{} = h\\,{}", combination(formula.alpha, "y"),
                     terms == 1 ? rates : "\\left(" + rates + "\\right)");
}

}  // namespace plumb
