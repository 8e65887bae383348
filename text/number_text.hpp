#pragma once
// Numbers as text: one normal form for numbers of users, and the decimals in tables and files.
//
// All functions are independent of the locale.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace plumb {

/// The exact value of a decimal literal: ± digits × 10^exponent. `digits` has no leading or trailing zeros; "0" for
/// zero.
struct Decimal {
  bool negative = false;
  std::string digits = "0";
  long exponent = 0;
};

/// Reads "-1.50e-3" and Fortran's "-1.50d-3"; none if the text is not a plain decimal literal ("4/3", "pi/6",
/// "chebyshev", "inf", "").
std::optional<Decimal> decimal_from_text(std::string_view text);

/// Writes "0" for zero, plain notation from 0.01 up to below a million, and scientific notation otherwise.
std::string text_of(const Decimal& number);

/// Returns the normal form of a number. Decimals of equal value have equal normal forms: "1e-3", "0.001", "1.0E-03" and
/// "1d-3" all become "1e-3"; digits are never lost or rounded. Other texts (rationals, multiples of pi, formulas,
/// words) do not change, except that blanks are removed and "2*pi" becomes "2pi". So "0.1pi" and "pi/10" have different
/// normal forms, and belong to different cells.
std::string normalized_number(std::string_view text);

/// Applies `normalized_number` to every value in "alpha=4/5,beta=1.0"; names and order stay.
std::string normalized_parameters(std::string_view canonical);

/// Returns the shortest decimal that reads back as the same double, or "nan", "inf" or "-inf" (callers write null
/// instead).
std::string shortest(double value);

/// Writes `digits` significant digits (1 to 17), including trailing zeros: "0.0123", "1.20e-9". Uses plain notation
/// from 0.01 up to 10^digits, and scientific notation otherwise; zero is "0".
std::string significant(double value, int digits = 3);

/// Returns the text of a bound on a value: like `shortest`, but in plain notation up to 1e15 ("100000", "1e-6").
std::string bound_text(double value);

/// Returns the number of significant digits of a decimal as written, without leading zeros: 3 for "0.0123" and
/// "1.20e-9"; at least 1.
int printed_digits(std::string_view decimal);

/// Returns the exponent of ten of a decimal's last written digit: -4 for "0.0123", -11 for "1.20e-9", 1 for "12e1".
int last_place(std::string_view decimal);

/// Returns a count with its noun, whose plural must end in s: "1 cell", "2 cells".
std::string counted(std::size_t count, std::string_view noun);

}  // namespace plumb
