#pragma once
// LaTeX for tables with siunitx and booktabs: escaped texts, units, and columns of numbers.

#include <string>
#include <string_view>

namespace plumb {

/// The text in one line, in which every character that is a command of TeX is a letter.
std::string latex_escaped(std::string_view text);

/// Turns "m/s^2" or "m s⁻²" into "\unit{m.s^{-2}}"; a text that is no product of powers of units is escaped.
std::string latex_unit(std::string_view unit);

/// The size of the numbers in a column of siunitx: digits before and behind the point, and of the exponent.
class NumberFormat {
 public:
  /// Adds a number. Returns false if the text is no decimal; the column then holds it in braces.
  bool add(std::string_view number);
  /// Returns for example "S[table-format=-1.2e-2]"; it is empty if there was no number.
  std::string column() const;

 private:
  std::size_t whole_ = 0, fraction_ = 0, exponent_ = 0;
  bool negative_ = false, negative_exponent_ = false;
};

}  // namespace plumb
