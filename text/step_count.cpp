#include "text/step_count.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string>

#include "contract/exact_rational.hpp"
#include "contract/excerpt.hpp"
#include "numerics/boost_number.hpp"
#include "text/exit_codes.hpp"
#include "text/mistakes.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

using boost::multiprecision::cpp_int;
using boost::multiprecision::cpp_rational;

// Reads a positive number; `noun` names the quantity in the error.
ExactNumber positive(std::string_view text, std::string_view noun) try {
  const ExactNumber number(text);
  if (number.in<double>() > 0) return number;
  throw std::invalid_argument(
      fmt::format("'{}' is {}", excerpt(text),
                  number.in<Digits50>() > 0 ? "below the smallest double" : "not allowed: it must be greater than 0"));
} catch (const std::invalid_argument& e) {
  throw out_of_range("{}", e.what()).after(noun).of(noun);
}

struct Quotient {
  cpp_rational value;
  bool exact;
};

// Returns t_end/step: exact if it is found to be rational, otherwise to 50 digits.
Quotient quotient(const ExactNumber& t_end, const ExactNumber& step) {
  const auto horizon = t_end.rational(), size = step.rational();
  if (horizon && size && horizon->pi_power == size->pi_power) return {horizon->value / size->value, true};
  return {cpp_rational(boost_number(t_end.in<Digits50>() / step.in<Digits50>())), false};
}

bool is_rounded(std::string_view text) { return text.find_first_of(".eEdD") != std::string_view::npos; }

// Returns whether a text is like "4pi" or "pi/6", so that its n-th part can be written by changing only the divisor:
// "4pi/n", "pi/(6n)".
bool is_plain_quotient(std::string_view text) {
  for (std::size_t i = 1; i < text.size(); ++i) {
    const bool in_exponent = std::string_view("eEdD").find(text[i - 1]) != std::string_view::npos;
    if ((text[i] == '+' || text[i] == '-') && !in_exponent) return false;
  }
  return text.find_first_of("*(^") == std::string_view::npos && std::ranges::count(text, '/') <= 1;
}

// Returns the n-th part of `t_end` in the notation of the user, with its value: "pi/12 (0.2617994)".
std::string divided(std::string_view t_end, const cpp_int& n) {
  const auto value = significant(number_from_text<double>(t_end) / static_cast<double>(n), 7);
  const auto shown = [&](const std::string& text) { return fmt::format("{} ({})", text, value); };
  if (n == 1) return shown(std::string(t_end));
  const auto in_parentheses = fmt::format("({})/{}", t_end, n.str());
  if (!is_plain_quotient(t_end)) return shown(in_parentheses);
  const auto slash = std::min(t_end.find('/'), t_end.size());
  const auto divisor = slash < t_end.size() ? ExactNumber(t_end.substr(slash + 1)).rational() : RationalMultiple{1};
  if (!divisor) return shown(in_parentheses);
  return shown(fmt::format("{}/{}", t_end.substr(0, slash), cpp_rational(divisor->value * n).str()));
}

struct WholeSteps {
  cpp_int below, nearest;
  cpp_rational gap;  // distance of the nearest fraction
};
WholeSteps whole_steps(const cpp_rational& ratio, std::string_view t_end, std::string_view step) {
  const cpp_int below = numerator(ratio) / denominator(ratio);
  if (below >= std::numeric_limits<std::int64_t>::max())
    throw out_of_range("step {} is too small for t_end {}: more than 9.2e18 steps", step, t_end);
  const cpp_int nearest = ratio - below < cpp_rational(1, 2) ? below : cpp_int(below + 1);
  return {below, nearest, abs(cpp_rational(ratio - nearest))};
}

}  // namespace

std::string duration(std::string_view t_begin, std::string_view t_end) {
  return t_begin == "0" ? std::string(t_end) : fmt::format("({})-({})", t_end, t_begin);
}

std::int64_t steps_beyond(std::string_view t_end, std::string_view step) {
  const auto [ratio, rational] = quotient(positive(t_end, "t_end"), positive(step, "step"));
  const auto [below, nearest, gap] = whole_steps(ratio, t_end, step);
  if (nearest > 0 && gap <= cpp_rational(ratio / 1'000'000'000)) return static_cast<std::int64_t>(nearest);
  return static_cast<std::int64_t>(below) + 1;
}

std::int64_t step_count(std::string_view t_end, std::string_view step) {
  const auto horizon = positive(t_end, "t_end");
  const auto [ratio, rational] = quotient(horizon, positive(step, "step"));
  const auto [below, nearest, gap] = whole_steps(ratio, t_end, step);
  const bool exact = !is_rounded(t_end) && !is_rounded(step) && rational;
  const cpp_rational allowed = exact ? cpp_rational(0) : cpp_rational(ratio / 1'000'000'000);
  if (nearest > 0 && gap <= allowed) return static_cast<std::int64_t>(nearest);

  const std::string coarser = below > 0 ? divided(t_end, below) : "", finer = divided(t_end, below + 1);
  throw UsageError(below > 0
                       ? fmt::format("step {} does not divide t_end {}; the nearest that do are {} and {}", step, t_end,
                                     finer, coarser)
                       : fmt::format("step {} is longer than t_end {}; the longest allowed is {}", step, t_end, finer));
}

}  // namespace plumb
