#pragma once
// The precision of coefficients: every coefficient has a value and an uncertainty, its distance from the exact
// coefficient.
//
//   exact          no uncertainty
//   printed        a decimal of more than five significant digits is accurate to one unit of its last digit; shorter
//                  decimals are exact
//   double         the uncertainty is one unit in the last place, plus half a unit in the last place of 1, from a
//                  rounded sum; also for integers of more than five digits, that is, for fractions that round a double
//   N              one unit of the N-th significant digit, for fractions too; integers are exact
//   table          one precision for the whole table, set by its longest numbers: shorter ones have lost trailing zeros
//   long_decimals  for the catalogue: decimals of up to 15 digits are exact, like parameters. The uncertainty of longer
//                  decimals is one unit of their last digit, or with 16 or 17 digits one unit of the last bit
//   unset          for files: one of several hypotheses, chosen by the order conditions
//
// Otherwise integers, fractions and their roots are exact. If long fractions are approximations, p/q is accurate to
// 2/q², like the convergents of a continued fraction. The uncertainty of a part of an expression is propagated to first
// order, by absolute values.
//
// No file states the accuracy of its numbers. The hypotheses are ordered from the tightest. A looser hypothesis is used
// if more order conditions hold under it, and if this is not accidental (order_trees.hpp, multistep_formula.hpp).

#include <string>
#include <string_view>
#include <vector>

#include "numerics/long_number.hpp"

namespace plumb {

/// |x| in double, for bounds of rounding errors.
inline double size_of(const Digits100& x) { return static_cast<double>(abs(x)); }

struct Digits {
  enum class Rule { long_decimals, unset, exact, printed, as_double, significant, table };
  Rule rule = Rule::long_decimals;
  // For `significant`: the number N of significant digits. For `table`: the significant digits of its longest number.
  int count = 0;
  int decimals = 0;  // for `table`: largest number of digits after the decimal point
  // For `table` and `as_double`. True: every number of 6 or more digits is accurate to one unit of its own last digit.
  // False: all numbers have the accuracy of the longest one.
  bool by_own_length = false;
  double least_denominator = 0;  // fractions with at least this denominator are approximations; 0: all are exact
  int right = 0;                 // for `table`: number of digits that the order conditions confirm; 0: all digits
  int bits = 1;                  // for `as_double`: uncertainty in units of the last bit
};

/// Parses "exact", "printed", "double" or an integer from 3 to 50; empty means unset. Throws std::invalid_argument
/// with the allowed values.
Digits digits_from_text(std::string_view text);

/// Replaces `unset` by the hypotheses for all coefficients of a method, the tightest first; other values do not change.
std::vector<Digits> hypotheses(const Digits& digits, const std::vector<const std::vector<std::string>*>& coefficients);

/// The tightest hypothesis. Its choice may also depend on the order conditions of the whole method (order_trees.hpp,
/// multistep_formula.hpp).
Digits decided(const Digits& digits, const std::vector<const std::vector<std::string>*>& coefficients);

/// The evidence, in decades, that a looser hypothesis needs before it is taken.
inline constexpr double least_evidence = 3;

/// Returns the assumption on the accuracy of the coefficients in words. Precondition: `digits` is decided (not
/// `unset`).
std::string in_words(const Digits& digits);

/// A number whose uncertainty is known.
struct Known {
  Digits100 value = 0;
  double within = 0;  // bound on the distance from the exact coefficient, with rounding in 100 digits
};

/// Parses a coefficient whose accuracy is decided (not `unset`). Throws std::invalid_argument if a text is not a
/// number.
Known known(std::string_view text, const Digits& decided_digits);
std::vector<Known> known(const std::vector<std::string>& texts, const Digits& decided_digits);

/// Replaces numbers by fractions with a common denominator within their uncertainty; exact values do not change.
/// Returns false, without changes, if the evidence (in decades) that the fractions are no accident is too small.
/// `relations` of the numbers follow from the others by relations with integer coefficients, so they are no evidence.
bool take_for_fractions(std::vector<Known*> numbers, int relations, double least_evidence);

}  // namespace plumb
