#pragma once
// Compares the numbers that a page about a paper writes about claims with the numbers in the evidence of these claims.
//
// A page may round numbers, invert ratios ("34 times less") and write shares in percent. A number that is not from the
// evidence must end with the mark †. Names with digits (LMS4, MSSTC(5), a_3), code, and the numbers of figures, tables,
// sections and equations are ignored.

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <regex>
#include <string>
#include <vector>

#include "text/json.hpp"

namespace plumb::page {

/// A number as the page writes it: "1.1e-5", "15", "4 %", "0.5 ms".
struct WrittenNumber {
  std::string text;
  double value = 0, half_unit = 0;  // number; largest rounding error of its printed text
  bool is_percent = false;

  /// Returns whether the text is the rounded value of `number` or of its reciprocal, or, in percent, of `number` or of
  /// its difference from 1.
  bool is_rounded(double number) const {
    const double x = std::abs(number);
    const auto is = [&](double y) { return std::abs(value - y) <= half_unit * (1 + 1e-6) + 1e-12 * value; };
    return is(x) || (x != 0 && is(1 / x)) || (is_percent && (is(100 * x) || is(100 * std::abs(x - 1))));
  }
};

inline double number_of(const std::string& text) {
  double out = 0;
  std::from_chars(text.data(), text.data() + text.size(), out);
  return out;
}

inline std::string without(const std::string& text, const char* pattern) {
  return std::regex_replace(text, std::regex(pattern), " ");
}

/// Returns the numbers of a page without the mark †.
inline std::vector<WrittenNumber> written_numbers(std::string text) {
  text = without(text, "`[^`]*`");
  text =
      without(text, R"((Figures?|Tables?|[Ss]ections?|[Ee]quations?) [0-9().a-z]+((, | to | and )[0-9][0-9().a-z]*)*)");
  text = without(text, "[^ ]*†");
  static const std::regex word_or_number(R"([A-Za-z_][A-Za-z0-9_\[\]]*(?:\([0-9, ]+\)[A-Za-z0-9_\[\]]*)?|)"
                                         R"(([0-9]+)(\.[0-9]+)?(e-?[0-9]+)?(/[0-9]+)?( ?%| ms\b)?)");
  std::vector<WrittenNumber> out;
  for (std::sregex_iterator i(text.begin(), text.end(), word_or_number), end; i != end; ++i) {
    if (!(*i)[1].matched) continue;
    const auto &decimals = (*i)[2], &exponent = (*i)[3], &divisor = (*i)[4];
    WrittenNumber number{.text = i->str(), .value = number_of(i->str()), .is_percent = (*i)[5].str().ends_with("%")};
    const int last = (decimals.matched ? 1 - static_cast<int>(decimals.length()) : 0) +
                     (exponent.matched ? std::stoi(exponent.str().substr(1)) : 0);
    number.half_unit = divisor.matched ? 0 : std::pow(10, last) / 2;
    if (divisor.matched) number.value /= number_of(divisor.str().substr(1));
    if ((*i)[5].str() == " ms") number.value *= 1e-3, number.half_unit *= 1e-3;
    out.push_back(number);
  }
  return out;
}

/// Returns every number of a text; for a fraction such as "4/5" numerator, denominator and quotient.
inline std::vector<double> all_numbers(const std::string& text) {
  static const std::regex number(R"(([0-9]+(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?)(?:/([0-9]+))?)");
  std::vector<double> out;
  for (std::sregex_iterator i(text.begin(), text.end(), number), end; i != end; ++i) {
    out.push_back(number_of((*i)[1]));
    if (!(*i)[2].matched) continue;
    out.push_back(number_of((*i)[2]));
    out.push_back(out[out.size() - 2] / out.back());
  }
  return out;
}

/// Returns the number of results in the evidence of a claim, the number of results with each outcome, and the sums of
/// its counts.
inline std::vector<double> counts_of_results(const Json& claim) {
  std::map<std::string, double> counts;
  for (const auto& result : claim.at("evidence")) {
    ++counts[result.at("outcome").get<std::string>()];
    ++counts["all"];
  }
  for (const auto& count : claim.at("counts"))
    for (const std::string part : {"passed", "failed", "of"}) counts["sum of " + part] += count.at(part).get<double>();
  std::vector<double> out;
  for (const auto& [what, count] : counts) out.push_back(count);
  return out;
}

/// Returns the numbers of the checks, results and counts of a claim as `plumb reproduce PAPER/claims --json` prints it.
/// Its sentence and its note are no evidence, because they are written by hand.
inline std::vector<double> evidence_numbers(const Json& claim) {
  auto out = counts_of_results(claim);
  const auto add = [&](const auto& self, const Json& part) -> void {
    if (part.is_number()) out.push_back(part.get<double>());
    if (part.is_string())
      for (const double number : all_numbers(part.get<std::string>())) out.push_back(number);
    if (part.is_structured())
      for (const auto& [key, value] : part.items())
        if (key != "cells") self(self, value);
  };
  for (const char* part : {"evidence", "counts", "turns_at_factor"}) add(add, claim.at(part));
  return out;
}

/// Returns the numbers of a page, without marked ones, that match no number of the list.
inline std::vector<std::string> not_found(const std::string& text, const std::vector<double>& numbers) {
  std::vector<std::string> out;
  for (const auto& written : written_numbers(text))
    if (std::ranges::none_of(numbers, [&](double number) { return written.is_rounded(number); }))
      out.push_back(written.text);
  return out;
}

}  // namespace plumb::page
