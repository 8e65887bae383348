#pragma once
// The precision of the digits of coefficients: every coefficient has a value and an uncertainty, its distance from the
// one meant.
//
//   exact          nothing is open
//   printed        a decimal of more than five significant digits may be off by a unit of the last one, as it is
//   rounded
//                  or cut; shorter ones are exact
//   double         the same, and with 16 digits or more a unit of the last bit; so with whole numbers of more than five
//                  digits, that is fractions that round a double
//   N              a unit of the N-th significant digit of everything but whole numbers, fractions included
//   unset          what files are read with: `double` if the longest decimal has 16 or 17 digits, or if all longer ones
//                  are doubles written out, as 3.333333333333333148e-01 is; else `printed`
//   long_decimals  what the catalogue is written in: decimals of up to 15 digits are exact, as parameters are, longer
//                  ones within a unit of their last, or of the last bit with 16 or 17 digits
//
// Whole numbers, fractions and roots of them are exact else. What is open in a part of an expression is carried
// through it to first order, by absolute values.

#include <string>
#include <string_view>
#include <vector>

#include "numerics/long_number.hpp"

namespace plumb {

/// |x| as bounds of rounding need it.
inline double size_of(const Digits100& x) { return static_cast<double>(abs(x)); }

struct Digits {
  enum class Rule { long_decimals, unset, exact, printed, as_double, significant };
  Rule rule = Rule::long_decimals;
  int count = 0;  // N of `significant`
};

/// Reads "exact", "printed", "double" or a whole number from 3 to 50; empty means unset. Throws std::invalid_argument
/// with what is allowed.
Digits digits_from_text(std::string_view text);

/// Replaces `unset` by a rule, which depends on the longest decimal of all coefficients of a method.
Digits decided(const Digits& digits, const std::vector<const std::vector<std::string>*>& coefficients);

/// Says in words which assumption was made, for decided digits.
std::string in_words(const Digits& digits);

struct Known {
  Digits100 value = 0;
  double within = 0;  // how far the number meant may be; at least the rounding of 100 digits where there is any
};

/// Reads a coefficient by decided digits. Throws std::invalid_argument where a text is not a number.
Known known(std::string_view text, const Digits& decided_digits);
std::vector<Known> known(const std::vector<std::string>& texts, const Digits& decided_digits);

/// Replaces a number by the fraction of the smallest denominator within its uncertainty; an exact value stays. Returns
/// false, and leaves the number, where a denominator would need more digits than the number has.
bool take_for_fraction(Known& number);

}  // namespace plumb
