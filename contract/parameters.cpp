#include "contract/parameters.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>

#include "contract/excerpt.hpp"

namespace plumb {
namespace {

[[noreturn]] void refuse(const std::string& message) { throw std::invalid_argument(message); }

constexpr std::size_t longest_number = 1000;  // characters; arithmetic on exact texts takes more than linear time

// Libraries read exponents into integers of their own, which "0e9223372036854775808" overflows although it is 0.
bool has_huge_exponent(std::string_view text) {
  auto digits = text.substr(std::min(text.find_first_of("eE"), text.size()));
  digits.remove_prefix(std::min(digits.find_first_not_of("eE+-0"), digits.size()));
  return digits.size() > 6;
}

template <class T>
T decimal(std::string_view text) {
  if (text.size() > longest_number)
    refuse("'" + excerpt(text) + "' is too long for a number: at most " + std::to_string(longest_number) +
           " characters are allowed");
  const std::string s(text);
  double probe = 0;
  const auto begin = text.starts_with('+') ? text.data() + 1 : text.data();
  const bool two_signs = text.starts_with("+-");
  const auto [end, error] = std::from_chars(begin, text.data() + text.size(), probe);
  if (error != std::errc{} || two_signs || end != text.data() + text.size() || !std::isfinite(probe) ||
      has_huge_exponent(text))
    refuse("'" + excerpt(s) + "' is not a number (write 0.25, 1e-3, 1/4 or pi/6)");
  if constexpr (std::is_same_v<T, double>) {
    return probe;
  } else if constexpr (std::is_same_v<T, long double>) {
    long double value = 0;
    std::from_chars(begin, text.data() + text.size(), value);
    return value;
  } else {
    return T(s);
  }
}

std::string allowed_names(std::span<const ParameterSpec> specs) {
  std::string out;
  for (const auto& spec : specs) out += (out.empty() ? "" : ", ") + std::string(spec.name);
  return out.empty() ? "it takes none" : "known are: " + out;
}

void check_number(const ParameterSpec& spec, const std::string& value, std::string_view text) {
  const std::string name(spec.name);
  double number = 0;
  try {
    number = number_from_text<double>(text);
  } catch (const std::invalid_argument& e) {
    refuse(name + ": " + e.what() + (spec.or_number ? ", nor is it " + std::string(spec.choices) : ""));
  }
  if (number >= spec.minimum && number <= spec.maximum) return;
  const auto shortest = [](double x) {
    char buffer[32];
    const bool readable = std::abs(x) >= 1 && std::abs(x) <= 1e15;  // 100000, where to_chars prefers 1e+05
    const auto end = readable ? std::to_chars(buffer, buffer + sizeof buffer, x, std::chars_format::fixed)
                              : std::to_chars(buffer, buffer + sizeof buffer, x);
    return std::string(buffer, end.ptr);
  };
  refuse(name + "=" + excerpt(value) + " is out of range: allowed is " + shortest(spec.minimum) + " to " +
         shortest(spec.maximum));
}

void check_several(const ParameterSpec& spec, const std::string& value) {
  if (std::ranges::count(value, ':') + 1 != spec.values)
    refuse(std::string(spec.name) + "=" + excerpt(value) + ": allowed are " + std::to_string(spec.values) +
           " numbers with a colon between them" + (spec.choices.empty() ? "" : ", or " + std::string(spec.choices)));
  std::string_view rest = value;
  for (int k = 0; k < spec.values; ++k) {
    const auto colon = std::min(rest.find(':'), rest.size());
    check_number(spec, value, rest.substr(0, colon));
    rest.remove_prefix(std::min(colon + 1, rest.size()));
  }
}

void check(const ParameterSpec& spec, const std::string& value) {
  if (spec.offers(value)) return;
  if (spec.values > 1) return check_several(spec, value);
  if (spec.choices.empty() || spec.or_number) return check_number(spec, value, value);
  refuse(std::string(spec.name) + "=" + excerpt(value) + ": allowed are " + std::string(spec.choices));
}

// "4pi", "-pi", "9.81"
template <class T>
T multiple_of_pi(std::string_view text) {
  if (!text.ends_with("pi")) return decimal<T>(text);
  text.remove_suffix(2);
  const T pi = std::numbers::pi_v<T>;
  if (text.empty()) return pi;
  return text == "-" ? -pi : decimal<T>(text) * pi;
}

}  // namespace

bool ParameterSpec::offers(std::string_view choice) const {
  for (std::string_view rest = choices; !rest.empty();) {
    const auto bar = std::min(rest.find('|'), rest.size());
    if (rest.substr(0, bar) == choice) return true;
    rest.remove_prefix(std::min(bar + 1, rest.size()));
  }
  return false;
}

// "1e300/1e-300" and "1e308pi" are of finite numbers.
template <class T>
T number_from_text(std::string_view text) {
  const auto slash = text.find('/');
  T value = multiple_of_pi<T>(text.substr(0, slash));
  if (slash != std::string_view::npos) {
    const T denominator = decimal<T>(text.substr(slash + 1));
    if (denominator == 0) refuse("'" + excerpt(text) + "' divides by zero");
    value /= denominator;
  }
  if (!std::isfinite(static_cast<double>(value))) refuse("'" + excerpt(text) + "' is too large");
  return value;
}

template double number_from_text<double>(std::string_view);
template long double number_from_text<long double>(std::string_view);
template quad number_from_text<quad>(std::string_view);

Parameters::Parameters(std::span<const ParameterSpec> specs, const std::map<std::string, std::string>& given) {
  for (const auto& spec : specs) values_.emplace(spec.name, spec.default_value);
  for (const auto& [name, value] : given) {
    const auto at = values_.find(name);
    if (at == values_.end()) refuse("unknown parameter '" + excerpt(name) + "'; " + allowed_names(specs));
    at->second = value;
  }
  for (const auto& spec : specs) {
    const auto& value = values_.find(spec.name)->second;
    check(spec, value);
    canonical_ += (canonical_.empty() ? "" : ",") + std::string(spec.name) + "=" + value;
  }
}

const std::string& Parameters::text(std::string_view name) const { return values_.find(name)->second; }

std::string Parameters::canonical() const { return canonical_; }

}  // namespace plumb
