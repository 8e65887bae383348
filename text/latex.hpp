#pragma once
// What LaTeX's siunitx and booktabs need of a table: texts that are no commands, units, and columns of numbers.

#include <string>
#include <string_view>

namespace plumb {

/// The text in one line with every character that is a command of TeX as a letter.
std::string latex_escaped(std::string_view text);

/// "\unit{m.s^{-2}}" of "m/s^2" or "m s⁻²"; of what is no product of powers of units the text, escaped.
std::string latex_unit(std::string_view unit);

/// What a number needs in a column of siunitx: digits before and behind the point, and of the exponent.
class NumberFormat {
 public:
  /// False: the text is no decimal, and the column holds it in braces.
  bool add(std::string_view number);
  /// "S[table-format=-1.2e-2]"; empty if there was no number.
  std::string column() const;

 private:
  std::size_t whole_ = 0, fraction_ = 0, exponent_ = 0;
  bool negative_ = false, negative_exponent_ = false;
};

}  // namespace plumb
