#pragma once
// The precision of the digits of coefficients: every coefficient has a value and an uncertainty, its distance from the
// one meant.
//
//   exact          nothing is open
//   printed        a decimal of more than five significant digits may be off by a unit of the last one; shorter ones
//                  are exact
//   double         a number is within its last bit and half a one of 1, for the rounding of a sum that gave it; so are
//                  whole numbers of more than five digits, that is fractions that round a double
//   N              a unit of the N-th significant digit of everything but whole numbers, fractions included
//   table          a table has one precision, that of its longest numbers: shorter ones have lost zeros at the end
//   long_decimals  for the catalogue: decimals of up to 15 digits are exact, as parameters are, longer ones within a
//                  unit of their last, or of the last bit with 16 or 17 digits
//   unset          for files: one of several hypotheses, chosen by the order conditions
//
// Whole numbers, fractions and roots of them are exact else. Where long fractions are approximations, p/q may be off by
// 2/q², as the convergents of a continued fraction are. What is open in a part of an expression is carried through it
// to first order, by absolute values.
//
// No file says how exact its numbers are. The hypotheses begin with the tightest: a looser one is taken if more order
// conditions hold by it, and if that is no accident (order_trees.hpp, multistep_formula.hpp).

#include <string>
#include <string_view>
#include <vector>

#include "numerics/long_number.hpp"

namespace plumb {

/// |x| as bounds of rounding need it.
inline double size_of(const Digits100& x) { return static_cast<double>(abs(x)); }

struct Digits {
  enum class Rule { long_decimals, unset, exact, printed, as_double, significant, table };
  Rule rule = Rule::long_decimals;
  int count = 0;                 // N of `significant`; the significant digits of the longest number of a `table`
  int decimals = 0;              // of a `table`, the most behind the point
  bool by_own_length = false;    // in a `table` or in doubles, numbers of 6 digits or more are as exact as each is long
  double least_denominator = 0;  // fractions with larger ones are approximations; 0: no fractions are
  int right = 0;                 // of a `table`, digits that the order conditions show to be right; 0: all
  int bits = 1;                  // of `as_double`: the units of the last bit that a number may be off
};

/// Reads "exact", "printed", "double" or a whole number from 3 to 50; empty means unset. Throws std::invalid_argument
/// with what is allowed.
Digits digits_from_text(std::string_view text);

/// Replaces `unset` by the hypotheses about all coefficients of a method, the tightest first; all else stays.
std::vector<Digits> hypotheses(const Digits& digits, const std::vector<const std::vector<std::string>*>& coefficients);

/// The tightest hypothesis. With a method's other coefficients its order conditions decide (order_trees.hpp,
/// multistep_formula.hpp).
Digits decided(const Digits& digits, const std::vector<const std::vector<std::string>*>& coefficients);

/// The evidence, in decades, that a looser hypothesis needs before it is taken.
inline constexpr double least_evidence = 3;

/// Says in words which assumption was made, for decided digits.
std::string in_words(const Digits& digits);

struct Known {
  Digits100 value = 0;
  double within = 0;  // how far the number meant may be; at least the rounding of 100 digits where there is any
};

/// Reads a coefficient by decided digits. Throws std::invalid_argument where a text is not a number.
Known known(std::string_view text, const Digits& decided_digits);
std::vector<Known> known(const std::vector<std::string>& texts, const Digits& decided_digits);

/// Replaces numbers by fractions of one common denominator within their uncertainty; exact values stay. Returns false,
/// and leaves the numbers, where there is none with that evidence, in decades, that it is no accident. As many of the
/// numbers as `relations` follow from the others by relations with whole coefficients, and show nothing.
bool take_for_fractions(std::vector<Known*> numbers, int relations, double least_evidence);

}  // namespace plumb
