#include "harness/report/packed_numbers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <vector>

#include "text/number_text.hpp"

namespace plumb {
namespace {

std::string decimal_numbers(std::span<const double> values, PackedDigits digits) {
  std::string out = "[";
  for (const double value : values) {
    if (out.size() > 1) out += ',';
    if (!std::isfinite(value))
      out += "null";
    else if (digits == PackedDigits::all)
      out += shortest(value);
    else
      fmt::format_to(std::back_inserter(out), "{:.6g}", value);
  }
  return out + "]";
}

/// Appends the bytes of an unsigned integer, the least significant first.
template <class Unsigned>
void append_bytes(Unsigned bits, std::string& out) {
  for (std::size_t k = 0; k < sizeof bits; ++k) out += static_cast<char>(bits >> (8 * k) & 0xff);
}

std::string binary_numbers(std::span<const double> values, PackedDigits digits) {
  std::string bytes;
  for (const double value : values) {
    const double stored = std::isfinite(value) ? value : std::numeric_limits<double>::quiet_NaN();
    if (digits == PackedDigits::all)
      append_bytes(std::bit_cast<std::uint64_t>(stored), bytes);
    else
      append_bytes(std::bit_cast<std::uint32_t>(static_cast<float>(stored)), bytes);
  }
  return fmt::format(R"({{"{}":"{}"}})", digits == PackedDigits::all ? "float64" : "float32", base64(bytes));
}

bool fits_in_float(double value) {
  using Limits = std::numeric_limits<float>;
  const double size = std::abs(value);
  return !std::isfinite(value) || value == 0 || (size >= Limits::min() && size <= Limits::max());
}

/// Returns the shorter of the decimal and the binary form.
std::string without_gaps(std::span<const double> values, PackedDigits digits) {
  auto decimal = decimal_numbers(values, digits);
  if (digits == PackedDigits::six && !std::ranges::all_of(values, fits_in_float)) return decimal;
  auto binary = binary_numbers(values, digits);
  return binary.size() < decimal.size() ? binary : decimal;
}

}  // namespace

std::string base64(std::string_view bytes) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t bits = 0;
    const auto count = std::min<std::size_t>(3, bytes.size() - i);
    for (std::size_t k = 0; k < 3; ++k) bits = bits << 8 | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    for (std::size_t k = 0; k < 4; ++k) out += k <= count ? digits[bits >> (18 - 6 * k) & 63] : '=';
  }
  return out;
}

std::string packed_numbers(std::span<const double> values, PackedDigits digits) {
  auto all = without_gaps(values, digits);
  std::vector<std::size_t> blocks;  // begin and end of each block of rows with numbers
  std::vector<double> known;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) continue;
    if (!blocks.empty() && blocks.back() == i)
      ++blocks.back();
    else
      blocks.insert(blocks.end(), {i, i + 1});
    known.push_back(values[i]);
  }
  auto in_blocks = fmt::format(R"({{"count":{},"blocks":[{}],"values":{}}})", values.size(), fmt::join(blocks, ","),
                               without_gaps(known, digits));
  return in_blocks.size() < all.size() ? in_blocks : all;
}

double with_six_digits(double value) {
  if (!std::isfinite(value)) return value;
  const auto text = fmt::format("{:.6g}", value);
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

}  // namespace plumb
