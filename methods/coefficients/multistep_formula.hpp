#pragma once
// A linear multistep formula as numbers, with their uncertainty.

#include "methods/coefficients/digits.hpp"
#include "methods/coefficients/linear_multistep_data.hpp"

namespace plumb {

struct MultistepFormula {
  std::vector<Known> alpha = {}, beta = {};  // α_j and β_j; index 0 is the newest point
  bool of_fractions = false;                 // whether decimals were replaced by the fractions that they round

  int steps() const { return static_cast<int>(alpha.size()) - 1; }
};

/// Chooses the hypothesis about the accuracy of the coefficients (digits.hpp) with which most order conditions hold.
Digits decided(const Digits& digits, const MultistepData& data);

/// Converts the texts to numbers. Decimals that are not exact are replaced by fractions with a common denominator that
/// agree with them, if the agreement is not accidental. Throws std::invalid_argument if a text is not a number.
MultistepFormula multistep_formula(const MultistepData& data, const Digits& digits = {});

/// The defect of a condition: `amount` = |Σ_j α_j (−j)^m − m Σ_j β_j (−j)^{m−1}|, the part `allowed` that the
/// uncertainty explains, and the sum `size` of the absolute values of the terms.
struct ConditionDefect {
  double amount = 0, allowed = 0, size = 0;
  bool is_decided = true;  // false: the coefficients are too inaccurate to decide whether the condition holds

  bool holds() const { return amount <= allowed; }
  bool is_shown() const { return holds() && is_decided; }
};
ConditionDefect order_condition(const MultistepFormula& formula, int m);

/// Returns whether the coefficients exclude a higher order in spite of their uncertainty.
bool is_order_decided(const MultistepFormula& formula, int order);

/// The highest order whose conditions hold within the uncertainty; −1 if not even Σ α_j = 0 holds.
int order_of(const MultistepFormula& formula);

}  // namespace plumb
