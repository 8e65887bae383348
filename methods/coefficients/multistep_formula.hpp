#pragma once
// A linear multistep formula as numbers, with their uncertainty.

#include "methods/coefficients/digits.hpp"
#include "methods/coefficients/linear_multistep_data.hpp"

namespace plumb {

struct MultistepFormula {
  std::vector<Known> alpha = {}, beta = {};  // the newest first
  bool of_fractions = false;                 // decimals stand for the fractions that they round

  int steps() const { return static_cast<int>(alpha.size()) - 1; }
};

/// Decimals that are not exact become the fractions of small denominators that they round, if all of them round one.
/// Throws std::invalid_argument where a text is not a number.
MultistepFormula multistep_formula(const MultistepData& data, const Digits& digits = {});

/// |Σ_j α_j (−j)^m − m Σ_j β_j (−j)^{m−1}|, and how much of it the uncertainty allows.
struct ConditionDefect {
  double amount = 0, allowed = 0;
  bool holds() const { return amount <= allowed; }
};
ConditionDefect order_condition(const MultistepFormula& formula, int m);

/// The highest order whose conditions hold within the uncertainty; −1 if not even Σ α_j = 0 holds.
int order_of(const MultistepFormula& formula);

}  // namespace plumb
