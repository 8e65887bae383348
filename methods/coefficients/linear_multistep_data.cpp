#include "methods/coefficients/linear_multistep_data.hpp"

#include <algorithm>
#include <cmath>

#include "methods/coefficients/multistep_formula.hpp"

namespace plumb {

MultistepFormula multistep_formula(const MultistepData& data, const Digits& digits) {
  const auto by = decided(digits, {&data.alpha, &data.beta});
  MultistepFormula out{known(data.alpha, by), known(data.beta, by)};
  auto fractions = out;
  bool changed = false;
  for (auto* list : {&fractions.alpha, &fractions.beta})
    for (auto& x : *list) {
      const double before = x.within;
      if (!take_for_fraction(x)) return out;
      changed = changed || x.within != before;
    }
  fractions.of_fractions = changed;
  return fractions;
}

ConditionDefect order_condition(const MultistepFormula& formula, int m) {
  Digits100 sum = 0;
  double allowed = 0;
  const auto add = [&](const Known& x, int j, int exponent, int factor) {
    const Digits100 weight = factor * pow(Digits100(-j), exponent);
    sum += weight * x.value;
    allowed += static_cast<double>(abs(weight)) * (x.within + 1e-95 * static_cast<double>(abs(x.value)));
  };
  for (std::size_t j = 0; j < formula.alpha.size(); ++j) {
    add(formula.alpha[j], static_cast<int>(j), m, 1);
    if (m > 0) add(formula.beta[j], static_cast<int>(j), m - 1, -m);
  }
  return {static_cast<double>(abs(sum)), allowed};
}

int order_of(const MultistepFormula& formula) {
  int p = -1;
  while (p < 2 * formula.steps() && order_condition(formula, p + 1).holds()) ++p;  // no formula has more
  return p;
}

int order_of(const MultistepData& data) { return order_of(multistep_formula(data)); }

std::vector<MultistepData> first_formulas(const std::vector<MultistepData>& members, bool trapezoidal) {
  if (!trapezoidal) return members;
  std::vector<MultistepData> out(static_cast<std::size_t>(members.back().steps()),
                                 MultistepData{{"1", "-1"}, {"1/2", "1/2"}});
  out.back() = members.back();
  return out;
}

}  // namespace plumb
