#include "contract/expression.hpp"

#include <algorithm>
#include <boost/math/constants/constants.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cctype>
#include <string>

#include "contract/excerpt.hpp"
#include "contract/parameters.hpp"

namespace plumb {
namespace expression_detail {
namespace {

using Digits50 = boost::multiprecision::cpp_bin_float_50;

int significant_digits(std::string_view decimal) {
  const auto mantissa = decimal.substr(0, decimal.find_first_of("eE"));
  const auto first = mantissa.find_first_of("123456789");
  if (first == std::string_view::npos) return 0;
  return static_cast<int>(std::ranges::count_if(mantissa.substr(first), is_digit));
}

struct ExactArithmetic {
  using Number = Digits50;
  int* digits;

  static Digits50 pi() { return boost::math::constants::pi<Digits50>(); }
  static Digits50 sqrt(const Digits50& x) { return boost::multiprecision::sqrt(x); }
  Digits50 number(std::string_view text, std::size_t at, std::string_view literal) const {
    try {
      number_from_text<double>(literal);  // refuses what no precision can hold
    } catch (const std::invalid_argument&) {
      refuse(text, at, "a number too large, too small or too long");
    }
    const auto count = significant_digits(literal);
    if (count > 15 && literal.find_first_of(".eE") != std::string_view::npos) *digits = std::min(*digits, count);
    return Digits50(std::string(literal));
  }
};

Digits50 evaluated(std::string_view text, int& digits) {
  digits = expression_digits_exact;
  return Parser(text, ExactArithmetic{&digits}).value();
}

}  // namespace

void refuse(std::string_view text, std::size_t at, std::string_view what) {
  throw std::invalid_argument("'" + excerpt(text, at) + "', position " + std::to_string(at + 1) + ": " +
                              std::string(what) + "; allowed are numbers, pi, sqrt(...), ( ) and + - * /");
}

template <class T>
T value_at_run_time(std::string_view text) {
  int digits = 0;
  const auto value = evaluated(text, digits);
  if constexpr (std::is_same_v<T, Digits50>) {
    return value;
  } else {  // through decimals, which are rounded correctly; more of them than 50 digits hold
    try {
      return number_from_text<T>(value.str(55, std::ios_base::scientific));
    } catch (const std::invalid_argument&) {
      refuse(text, 0, "the value is too large or too small");
    }
  }
}

template double value_at_run_time<double>(std::string_view);
template long double value_at_run_time<long double>(std::string_view);
template quad value_at_run_time<quad>(std::string_view);
template Digits50 value_at_run_time<Digits50>(std::string_view);

}  // namespace expression_detail

int expression_digits(std::string_view text) {
  int digits = 0;
  expression_detail::evaluated(text, digits);
  return digits;
}

}  // namespace plumb
