#pragma once
// A number in its written form, "4/3", "2*pi", "4pi", "9.81", "1.5d+1". It is converted to the working precision when
// it is used, so 4/3 and 9.81 are exact to the last bit in every precision. contract/expression.hpp has the grammar.
//
// A decimal, a multiple of pi, and the quotient of one of these by a decimal are computed in the precision itself, from
// correctly rounded operands, just like 4.0/3.0 and pi/6 in a program. All other numbers are evaluated in 50
// digits and rounded once.

#include <optional>
#include <string>
#include <string_view>

namespace plumb {

struct RationalMultiple;  // contract/exact_rational.hpp
class double_double;

class ExactNumber {
 public:
  /// Throws std::invalid_argument, with one line that quotes the text, if the text is not a number or its value is
  /// outside the range of double.
  explicit ExactNumber(std::string_view text);

  const std::string& text() const { return text_; }
  /// The value in double, long double, quad, or 50 digits (numerics/long_number.hpp). As a double_double, it is the
  /// value in quad, converted.
  template <class T>
  T in() const;
  /// The value as a rational times a power of pi; nullopt for other numbers, and if a numerator or
  /// denominator has more than 2000 bits, some 600 digits.
  std::optional<RationalMultiple> rational() const;

 private:
  std::string text_;
};

/// Returns ExactNumber(text).in<T>(), for double, long double, quad or double_double. Throws like the constructor of
/// ExactNumber.
template <class T>
T number_from_text(std::string_view text);

template <>
double_double ExactNumber::in() const;
template <>
double_double number_from_text(std::string_view text);

}  // namespace plumb
