#include "methods/coefficients/linear_multistep_data.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "methods/coefficients/multistep_formula.hpp"

namespace plumb {

namespace {

MultistepFormula read(const MultistepData& data, const Digits& digits) {
  return {.alpha = known(data.alpha, digits), .beta = known(data.beta, digits)};
}

// Returns the evidence of the conditions that hold only under the looser hypothesis. The probability that a condition
// holds by accident is its uncertainty.
double evidence(const MultistepFormula& looser, int from, int to) {
  double out = 0;
  for (int m = from; m <= to; ++m) {
    const auto defect = order_condition(looser, m);
    out -= std::min(0., std::log10(2 * defect.allowed / defect.size));
  }
  return out;
}

int count_of_open(const std::vector<Known>& numbers) {
  return static_cast<int>(std::ranges::count_if(numbers, [](const Known& x) { return x.within > 1e-60; }));
}

std::optional<MultistepFormula> of_fractions(const MultistepFormula& formula, int relations, double evidence) {
  auto out = formula;
  std::vector<Known*> numbers;
  for (auto* list : {&out.alpha, &out.beta})
    for (auto& x : *list) numbers.push_back(&x);
  if (!take_for_fractions(numbers, relations, evidence)) return {};
  out.of_fractions = true;
  return out;
}

// Fractions need evidence, unless they satisfy two more conditions, which the digits leave open, or the conditions
// determine all uncertain coefficients.
MultistepFormula of_fractions(const MultistepFormula& formula) {
  const int of_alpha = count_of_open(formula.alpha), open = of_alpha + count_of_open(formula.beta);
  if (open == 0) return formula;
  const int order = order_of(formula), relations = order + (of_alpha > 0 ? 1 : 0);
  const auto shown = of_fractions(formula, relations, least_evidence);
  if (shown && order_of(*shown) >= order) return *shown;
  const bool are_determined = relations >= open;
  const auto any = of_fractions(formula, relations, -1e300);
  return any && order_of(*any) >= order + (are_determined ? 0 : 2) ? *any : formula;
}

}  // namespace

Digits decided(const Digits& digits, const MultistepData& data) {
  const auto all = hypotheses(digits, {&data.alpha, &data.beta});
  if (all.size() == 1) return all.front();
  auto out = all.front();
  int order = order_of(read(data, out));
  for (const auto& looser : all) {
    const auto formula = read(data, looser);
    const int reached = order_of(formula);
    if (reached <= order || evidence(formula, order + 1, reached) < least_evidence) continue;
    out = looser;
    order = reached;
  }
  return out;
}

MultistepFormula multistep_formula(const MultistepData& data, const Digits& digits) {
  return of_fractions(read(data, decided(digits, data)));
}

ConditionDefect order_condition(const MultistepFormula& formula, int m) {
  Digits100 sum = 0;
  double allowed = 0, size = 0;
  const auto add = [&](const Known& x, int j, int exponent, int factor) {
    const Digits100 weight = factor * pow(Digits100(-j), exponent);
    sum += weight * x.value;
    size += static_cast<double>(abs(weight * x.value));
    allowed += static_cast<double>(abs(weight)) * (x.within + 1e-95 * static_cast<double>(abs(x.value)));
  };
  for (std::size_t j = 0; j < formula.alpha.size(); ++j) {
    add(formula.alpha[j], static_cast<int>(j), m, 1);
    if (m > 0) add(formula.beta[j], static_cast<int>(j), m - 1, -m);
  }
  constexpr double largest_part = 1e-3;  // largest relative uncertainty, just below error constants of good formulas
  const double scale = std::tgamma(m + 1.) * static_cast<double>(abs(formula.alpha.front().value));
  return {static_cast<double>(abs(sum)), allowed, size, allowed < largest_part * scale};
}

int order_of(const MultistepFormula& formula) {
  int p = -1;
  while (p < 2 * formula.steps() && order_condition(formula, p + 1).is_shown()) ++p;  // no formula has a higher order
  return p;
}

bool is_order_decided(const MultistepFormula& formula, int order) {
  const auto next = order_condition(formula, order + 1);
  return next.is_decided || !next.holds();
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
