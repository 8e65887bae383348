#include "text/number_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "contract/expression.hpp"
#include "text/range.hpp"

namespace plumb {
namespace {

using expression_detail::decimal_at;

// Reads an exponent such as "e-03" or "D+1"; an empty text is 0. None for exponents beyond ±10^6, which no working
// precision can represent.
std::optional<long> exponent_from_text(std::string_view text) {
  if (text.empty()) return 0;
  const bool negative = text.substr(1).starts_with('-');
  text.remove_prefix(negative || text.substr(1).starts_with('+') ? 2 : 1);
  long value = 0;
  const auto error = std::from_chars(text.data(), text.data() + text.size(), value).ec;
  if (error != std::errc{} || value > 1'000'000) return std::nullopt;
  return negative ? -value : value;
}

// Writes digits × 10^exponent without an exponent.
std::string plain(const std::string& digits, long exponent) {
  const long point = static_cast<long>(digits.size()) + exponent;  // number of digits before the decimal point
  if (exponent >= 0) return digits + std::string(static_cast<std::size_t>(exponent), '0');
  if (point <= 0) return "0." + std::string(static_cast<std::size_t>(-point), '0') + digits;
  return digits.substr(0, static_cast<std::size_t>(point)) + "." + digits.substr(static_cast<std::size_t>(point));
}

std::string scientific(const std::string& digits, long power) {
  return digits.substr(0, 1) + (digits.size() > 1 ? "." + digits.substr(1) : "") + "e" + std::to_string(power);
}

// Converts "1.20e-09", the style of fmt, to "1.20e-9", the style of all outputs.
std::string short_exponent(const std::string& text) {
  const auto e = text.find('e');
  return text.substr(0, e) + "e" + std::to_string(std::stol(text.substr(e + 1)));
}

long decimal_power(double value, int digits) {
  const std::string text = fmt::format("{:.{}e}", value, digits - 1);
  return std::stol(text.substr(text.find('e') + 1));
}

}  // namespace

std::optional<Decimal> decimal_from_text(std::string_view text) {
  Decimal out;
  out.negative = text.starts_with('-');
  if (out.negative || text.starts_with('+')) text.remove_prefix(1);
  if (text.empty() || decimal_at(text, 0).size() != text.size()) return std::nullopt;
  const auto mantissa = text.substr(0, text.find_first_of("eEdD"));
  const auto power = exponent_from_text(text.substr(mantissa.size()));
  if (!power) return std::nullopt;

  std::string digits(mantissa);
  const auto point = std::min(digits.find('.'), digits.size());
  out.exponent = *power;
  if (point < digits.size()) {
    out.exponent -= static_cast<long>(digits.size() - point - 1);
    digits.erase(point, 1);
  }
  const auto last = digits.find_last_not_of('0');
  if (last == std::string::npos) return Decimal{};
  out.exponent += static_cast<long>(digits.size() - 1 - last);
  digits.resize(last + 1);
  out.digits = digits.substr(digits.find_first_not_of('0'));
  return out;
}

std::string text_of(const Decimal& number) {
  if (number.digits == "0") return "0";
  const long power = static_cast<long>(number.digits.size()) - 1 + number.exponent;
  const bool readable = power >= -2 && power < 6;
  return (number.negative ? "-" : "") +
         (readable ? plain(number.digits, number.exponent) : scientific(number.digits, power));
}

// Converts "2*pi/3" to "2pi/3", which is the same number to the last bit. A power of pi is left unchanged, because
// 2pi^2 would be a different number.
static std::string without_star(std::string text) {
  const auto star = text.find("*pi");
  if (star == std::string::npos || text.substr(star + 3).starts_with('^')) return text;
  if (decimal_from_text(text.substr(0, star))) text.erase(star, 1);
  return text;
}

// Returns whether a text is a nonnegative integer of at most six digits that `text_of` would not change.
static bool is_short_whole(std::string_view text) {
  const bool begins_well = text == "0" || (!text.starts_with('0') && !text.starts_with('-'));
  return begins_well && is_whole(text) && text.size() <= 6;
}

std::string normalized_number(std::string_view text) {
  if (is_short_whole(text)) return std::string(text);
  std::string packed(text);
  std::erase_if(packed, [](char c) { return c == ' ' || c == '\t'; });
  const auto number = decimal_from_text(packed);
  return number ? text_of(*number) : without_star(std::move(packed));
}

// Normalises every number of a value: "1:3.0" becomes "1:3".
static std::string normalized_value(std::string_view text) {
  const auto colon = text.find(':');
  if (colon == std::string_view::npos) return normalized_number(text);
  return normalized_number(text.substr(0, colon)) + ":" + normalized_value(text.substr(colon + 1));
}

std::string normalized_parameters(std::string_view canonical) {
  std::string out;
  while (!canonical.empty()) {
    const auto comma = canonical.find(',');
    const auto item = canonical.substr(0, comma);
    const auto value = item.find('=') == std::string_view::npos ? 0 : item.find('=') + 1;
    out += std::string(item.substr(0, value)) + normalized_value(item.substr(value));
    if (comma == std::string_view::npos) break;
    out += ',';
    canonical.remove_prefix(comma + 1);
  }
  return out;
}

std::string shortest(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific).ptr;
  return normalized_number(std::string_view(buffer, static_cast<std::size_t>(end - buffer)));
}

std::string significant(double value, int digits) {
  if (value == 0 || !std::isfinite(value)) return shortest(value);
  digits = std::clamp(digits, 1, 17);
  const long power = decimal_power(value, digits);
  if (power < -2 || power >= digits) return short_exponent(fmt::format("{:.{}e}", value, digits - 1));
  return fmt::format("{:.{}f}", value, digits - 1 - power);
}

std::string bound_text(double value) {
  const auto text = shortest(value);
  const double size = std::abs(value);
  if (!(size >= 0.01 && size <= 1e15)) return text;
  const auto number = decimal_from_text(text).value();
  return (number.negative ? "-" : "") + plain(number.digits, number.exponent);
}

// Returns the digits of a decimal before its exponent, without leading zeros: "123" for "0.0123".
static std::string significant_part(std::string_view decimal) {
  std::string out(decimal.substr(0, decimal.find_first_of("eEdD")));
  std::erase_if(out, [](char c) { return c < '0' || c > '9'; });
  return out.substr(std::min(out.find_first_not_of('0'), out.size()));
}

int printed_digits(std::string_view decimal) { return std::max(1, static_cast<int>(significant_part(decimal).size())); }

int last_place(std::string_view decimal) {
  const auto mantissa = decimal.substr(0, decimal.find_first_of("eEdD"));
  const auto point = mantissa.find('.');
  const auto decimals = point == std::string_view::npos ? 0 : static_cast<long>(mantissa.size() - point - 1);
  return static_cast<int>(exponent_from_text(decimal.substr(mantissa.size())).value_or(0) - decimals);
}

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace plumb
