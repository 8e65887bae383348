#pragma once
// Columns of numbers in the data of a site, each in the shortest of three forms:
//
//   [0.5,null,3]                 decimal numbers; null: none
//   {"float64":"AAAAAAAA4D8="}   binary numbers in Base64, little endian; NaN: none; likewise {"float32": ...}
//   {"count":900,"blocks":[0,3,70,72],"values":[1,2,3,4,5]}
//                                only rows 0 to 2 and 70 to 71 of 900 have numbers; "values" in one of the forms above

#include <span>
#include <string>
#include <string_view>

namespace plumb {

/// Returns the Base64 encoding of bytes (RFC 4648).
std::string base64(std::string_view bytes);

/// The accuracy of a column.
enum class PackedDigits {
  all,  // every bit, as float64
  six   // six significant digits, or float32, which has seven
};

/// Returns the column as JSON text. NaN and infinities become "none". Numbers outside the range of float32 are written
/// as decimal numbers.
std::string packed_numbers(std::span<const double> values, PackedDigits digits);

/// Returns the number rounded to six significant digits; NaN and infinities are returned unchanged.
double with_six_digits(double value);

}  // namespace plumb
