#include "contract/parameters.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>

#include "contract/excerpt.hpp"

namespace plumb {
namespace {

[[noreturn]] void refuse(const std::string& message) { throw std::invalid_argument(message); }

std::string allowed_names(std::span<const ParameterSpec> specs) {
  std::string out;
  for (const auto& spec : specs) out += (out.empty() ? "" : ", ") + std::string(spec.name);
  return out.empty() ? "it has no parameters" : "known: " + out;
}

std::string shortest(double x) {
  char buffer[32];
  const bool readable = std::abs(x) >= 1 && std::abs(x) <= 1e15;  // fixed notation: 100000, not 1e+05
  const auto end = readable ? std::to_chars(buffer, buffer + sizeof buffer, x, std::chars_format::fixed)
                            : std::to_chars(buffer, buffer + sizeof buffer, x);
  return std::string(buffer, end.ptr);
}

/// Returns a description of the allowed numbers. A bound next to zero means that zero is excluded, an infinite bound
/// that there is no limit.
std::string allowed_numbers(const ParameterSpec& spec) {
  constexpr double next_to_zero = 1e-99;
  const bool low = std::isfinite(spec.minimum), high = std::isfinite(spec.maximum);
  const bool positive = low && spec.minimum > 0 && spec.minimum < next_to_zero;
  const auto upper = high ? shortest(spec.maximum) : std::string();
  if (positive) return "more than 0" + (high ? ", up to " + upper : "");
  if (low && high) return shortest(spec.minimum) + " to " + upper;
  return low ? shortest(spec.minimum) + " or more" : upper + " or less";
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
  refuse(name + "=" + excerpt(value) + " is out of range: allowed is " + allowed_numbers(spec));
}

void check_several(const ParameterSpec& spec, const std::string& value) {
  if (std::ranges::count(value, ':') + 1 != spec.values)
    refuse(std::string(spec.name) + "=" + excerpt(value) + ": allowed are " + std::to_string(spec.values) +
           " numbers separated by colons" + (spec.choices.empty() ? "" : ", or " + std::string(spec.choices)));
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

}  // namespace

bool ParameterSpec::offers(std::string_view choice) const {
  for (std::string_view rest = choices; !rest.empty();) {
    const auto bar = std::min(rest.find('|'), rest.size());
    if (rest.substr(0, bar) == choice) return true;
    rest.remove_prefix(std::min(bar + 1, rest.size()));
  }
  return false;
}

Parameters::Parameters(std::span<const ParameterSpec> specs, const std::map<std::string, std::string>& overrides) {
  for (const auto& spec : specs) values_.emplace(spec.name, spec.default_value);
  for (const auto& [name, value] : overrides) {
    const auto found = values_.find(name);
    if (found == values_.end()) refuse("unknown parameter '" + excerpt(name) + "'; " + allowed_names(specs));
    found->second = value;
  }
  for (const auto& spec : specs) {
    const auto& value = values_.find(spec.name)->second;
    if (value.empty() && spec.default_value.empty()) continue;
    check(spec, value);
    canonical_ += (canonical_.empty() ? "" : ",") + std::string(spec.name) + "=" + value;
  }
}

const std::string& Parameters::text(std::string_view name) const { return values_.find(name)->second; }

std::string Parameters::canonical() const { return canonical_; }

}  // namespace plumb
