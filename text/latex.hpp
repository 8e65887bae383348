#pragma once
// Writes parts of LaTeX tables with siunitx and booktabs: escaped texts, units, and columns of numbers.

#include <string>
#include <string_view>

namespace plumb {

/// Returns the text in one line, with escapes for all characters that TeX would interpret.
std::string latex_escaped(std::string_view text);

/// Turns "m/s^2" or "m s⁻²" into "\unit{m.s^{-2}}"; a text that is no product of powers of units is escaped.
std::string latex_unit(std::string_view unit);

/// The format of a siunitx column of numbers: the numbers of digits before the decimal point, after it, and in the
/// exponent.
class NumberFormat {
 public:
  /// Adds a number. Returns false if the text is no decimal; it must then be written in braces.
  bool add(std::string_view number);
  /// Returns the column specification, for example "S[table-format=-1.2e-2]"; empty if no number was added.
  std::string column() const;

 private:
  std::size_t whole_ = 0, fraction_ = 0, exponent_ = 0;
  bool negative_ = false, negative_exponent_ = false;
};

}  // namespace plumb
