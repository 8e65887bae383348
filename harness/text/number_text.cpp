#include "harness/text/number_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace plumb {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view take_digits(std::string_view& text) {
  const auto end = std::find_if_not(text.begin(), text.end(), is_digit);
  const auto digits = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  text.remove_prefix(digits.size());
  return digits;
}

bool take(std::string_view& text, std::string_view any_of) {
  if (text.empty() || any_of.find(text.front()) == std::string_view::npos) return false;
  text.remove_prefix(1);
  return true;
}

// "e-03" and nothing else; an exponent beyond ±10^6 is no number in any working precision.
std::optional<long> exponent_from_text(std::string_view text) {
  if (text.empty()) return 0;
  if (!take(text, "eE")) return std::nullopt;
  const bool negative = text.starts_with('-');
  take(text, "+-");
  long value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || !is_digit(text.front()) || error != std::errc{} || end != text.data() + text.size())
    return std::nullopt;
  if (value > 1'000'000) return std::nullopt;
  return negative ? -value : value;
}

// digits × 10^exponent without an exponent.
std::string plain(const std::string& digits, long exponent) {
  const long point = static_cast<long>(digits.size()) + exponent;  // digits before the decimal point
  if (exponent >= 0) return digits + std::string(static_cast<std::size_t>(exponent), '0');
  if (point <= 0) return "0." + std::string(static_cast<std::size_t>(-point), '0') + digits;
  return digits.substr(0, static_cast<std::size_t>(point)) + "." + digits.substr(static_cast<std::size_t>(point));
}

std::string scientific(const std::string& digits, long power) {
  return digits.substr(0, 1) + (digits.size() > 1 ? "." + digits.substr(1) : "") + "e" + std::to_string(power);
}

// "1.20e-09" as fmt writes it -> "1.20e-9", the one exponent style of every output.
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
  take(text, "+-");
  const auto whole = take_digits(text);
  const auto fraction = take(text, ".") ? take_digits(text) : std::string_view{};
  const auto power = exponent_from_text(text);
  if (whole.size() + fraction.size() == 0 || !power) return std::nullopt;

  std::string digits = std::string(whole) + std::string(fraction);
  out.exponent = *power - static_cast<long>(fraction.size());
  const auto last = digits.find_last_not_of('0');
  if (last == std::string::npos) return Decimal{};
  out.exponent += static_cast<long>(digits.size() - 1 - last);
  digits.resize(last + 1);
  out.digits = digits.substr(digits.find_first_not_of('0'));
  return out;
}

std::string normalized_number(std::string_view text) {
  const auto number = decimal_from_text(text);
  if (!number) return std::string(text);
  if (number->digits == "0") return "0";
  const long power = static_cast<long>(number->digits.size()) - 1 + number->exponent;
  const bool readable = power >= -2 && power < 6;
  return (number->negative ? "-" : "") +
         (readable ? plain(number->digits, number->exponent) : scientific(number->digits, power));
}

// "1:3.0" -> "1:3": every number of a value.
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

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace plumb
