#include "text/latex.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <regex>

#include "text/printable.hpp"

namespace plumb {
namespace {

/// The parts of a number such as "-1.20e-9".
struct Parts {
  std::string whole, fraction, exponent;
  bool negative = false, negative_exponent = false;
};

/// Splits a number into its parts; none if the text is no decimal.
std::optional<Parts> parts_of(std::string_view number) {
  static const std::regex decimal(R"((-?)([0-9]+)(?:\.([0-9]+))?(?:e(-?)([0-9]+))?)");
  std::match_results<std::string_view::const_iterator> found;
  if (!std::regex_match(number.begin(), number.end(), found, decimal)) return {};
  return Parts{found[2], found[3], found[5], found[1].length() > 0, found[4].length() > 0};
}

}  // namespace

std::string latex_escaped(std::string_view text) {
  std::string line(text), out;
  std::replace_if(
      line.begin(), line.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  for (const char c : printable(line, line.size())) {
    if (c == '\\')
      out += "\\textbackslash{}";
    else if (c == '~')
      out += "\\textasciitilde{}";
    else if (c == '^')
      out += "\\textasciicircum{}";
    else if (c == '<' || c == '>' || c == '[' || c == ']')
      out += fmt::format("{{{}}}", c);  // prevents OT1 ligatures and optional arguments
    else if (std::string_view("&%$#_{}").find(c) != std::string_view::npos)
      out += fmt::format("\\{}", c);
    else
      out += c;
  }
  return out;
}

std::string latex_unit(std::string_view unit) {
  static const std::regex product(R"(([A-Za-z]+(\^-?[0-9]+)?)([ /][A-Za-z]+(\^-?[0-9]+)?)*)");
  if (unit == "SI" || !std::regex_match(unit.begin(), unit.end(), product)) return latex_escaped(unit);
  static const std::regex power(R"(\^(-?[0-9]+))");
  auto out = std::regex_replace(std::string(unit), power, "^{$1}");
  std::replace(out.begin(), out.end(), ' ', '.');
  return fmt::format("\\unit{{{}}}", out);
}

bool NumberFormat::add(std::string_view number) {
  const auto parts = parts_of(number);
  if (!parts) return false;
  whole_ = std::max(whole_, parts->whole.size());
  fraction_ = std::max(fraction_, parts->fraction.size());
  exponent_ = std::max(exponent_, parts->exponent.size());
  negative_ = negative_ || parts->negative;
  negative_exponent_ = negative_exponent_ || parts->negative_exponent;
  return true;
}

std::string NumberFormat::column() const {
  if (whole_ == 0) return {};
  auto format = fmt::format("{}{}", negative_ ? "-" : "", whole_);
  if (fraction_ > 0) format += fmt::format(".{}", fraction_);
  if (exponent_ > 0) format += fmt::format("e{}{}", negative_exponent_ ? "-" : "", exponent_);
  return fmt::format("S[table-format={}]", format);
}

}  // namespace plumb
