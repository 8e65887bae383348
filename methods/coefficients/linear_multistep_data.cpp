#include "methods/coefficients/linear_multistep_data.hpp"

#include <algorithm>
#include <boost/multiprecision/cpp_bin_float.hpp>

#include "contract/expression.hpp"

namespace plumb {
namespace {

using Digits50 = boost::multiprecision::cpp_bin_float_50;

bool condition_holds(const std::vector<Digits50>& alpha, const std::vector<Digits50>& beta, int m, int digits) {
  Digits50 sum = 0, magnitude = 0;
  const auto add = [&](const Digits50& term) {
    sum += term;
    magnitude += abs(term);
  };
  for (std::size_t j = 0; j < alpha.size(); ++j) {
    const Digits50 node = -static_cast<int>(j);
    add(alpha[j] * pow(node, m));
    if (m > 0) add(-m * beta[j] * pow(node, m - 1));
  }
  return abs(sum) <= pow(Digits50(10), 2 - std::min(digits, 47)) * magnitude;
}

}  // namespace

int order_of(const MultistepData& data) {
  int digits = expression_digits_exact;
  const auto values = [&](const std::vector<std::string>& texts) {
    std::vector<Digits50> out;
    for (const auto& text : texts) {
      out.push_back(expression_value<Digits50>(text));
      digits = std::min(digits, expression_digits(text));
    }
    return out;
  };
  const auto alpha = values(data.alpha), beta = values(data.beta);
  int p = -1;
  while (p < 2 * data.steps() && condition_holds(alpha, beta, p + 1, digits)) ++p;  // no formula has more
  return p;
}

std::vector<MultistepData> first_formulas(const std::vector<MultistepData>& members, bool trapezoidal) {
  if (!trapezoidal) return members;
  std::vector<MultistepData> out(static_cast<std::size_t>(members.back().steps()),
                                 MultistepData{{"1", "-1"}, {"1/2", "1/2"}});
  out.back() = members.back();
  return out;
}

}  // namespace plumb
