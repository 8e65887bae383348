#include "harness/text/step_count.hpp"

#include <fmt/format.h>

#include <boost/multiprecision/cpp_int.hpp>
#include <stdexcept>
#include <string>

#include "contract/excerpt.hpp"
#include "contract/parameters.hpp"
#include "harness/text/exit_codes.hpp"
#include "harness/text/number_text.hpp"

namespace plumb {
namespace {

using boost::multiprecision::cpp_int;
using boost::multiprecision::cpp_rational;

// value × pi^pi_power, where the value is the text's own, to the last digit.
struct Exact {
  cpp_rational value;
  int pi_power = 0;
};

cpp_rational exact_decimal(std::string_view text) {
  const auto number = decimal_from_text(text);
  if (!number) throw std::invalid_argument(fmt::format("'{}' is not a number", excerpt(text)));
  cpp_rational value(cpp_int(number->digits));
  const cpp_int scale = boost::multiprecision::pow(cpp_int(10), static_cast<unsigned>(std::abs(number->exponent)));
  if (number->exponent < 0)
    value /= cpp_rational(scale);
  else
    value *= cpp_rational(scale);
  return number->negative ? cpp_rational(-value) : value;
}

// "9.81", "4/3", "-pi", "4pi", "pi/6"; `what` names the quantity in the error.
Exact exact_number(std::string_view text, std::string_view what) try {
  // The bounds of double keep the powers of ten small; the value itself is not used.
  const double value = number_from_text<double>(text);
  const auto slash = text.find('/');
  auto numerator = text.substr(0, slash);
  Exact out;
  if (numerator.ends_with("pi")) {
    numerator.remove_suffix(2);
    out.pi_power = 1;
    if (numerator.empty() || numerator == "-") numerator = numerator.empty() ? "1" : "-1";
  }
  out.value = exact_decimal(numerator);
  if (slash != std::string_view::npos) out.value /= exact_decimal(text.substr(slash + 1));
  if (out.value <= 0)
    throw std::invalid_argument(fmt::format("'{}' is not allowed: it must be greater than 0", excerpt(text)));
  if (value <= 0) throw std::invalid_argument(fmt::format("'{}' is below the smallest double", excerpt(text)));
  return out;
} catch (const std::invalid_argument& e) {
  throw UsageError(fmt::format("{}: {}", what, e.what()));
}

// t_end / step; where pi does not cancel, to the 34 digits of quad.
cpp_rational quotient(const Exact& t_end, const Exact& step) {
  const cpp_rational ratio = t_end.value / step.value;
  if (t_end.pi_power == step.pi_power) return ratio;
  const cpp_rational pi(cpp_int("3141592653589793238462643383279503"), boost::multiprecision::pow(cpp_int(10), 33));
  return t_end.pi_power > step.pi_power ? cpp_rational(ratio * pi) : cpp_rational(ratio / pi);
}

bool is_rounded(std::string_view text) { return text.find_first_of(".eE") != std::string_view::npos; }

// T/n as the user would write it, with its value.
std::string divided(std::string_view t_end, const cpp_int& n) {
  const std::string number = n.str();
  const auto slash = t_end.find('/');
  const std::string text =
      n == 1 ? std::string(t_end)
      : slash == std::string_view::npos
          ? fmt::format("{}/{}", t_end, number)
          : fmt::format("{}/{}", t_end.substr(0, slash),
                        cpp_rational(exact_decimal(t_end.substr(slash + 1)) * cpp_rational(n)).str());
  return fmt::format("{} ({})", text, significant(number_from_text<double>(t_end) / static_cast<double>(n), 7));
}

}  // namespace

std::int64_t step_count(std::string_view t_end, std::string_view step) {
  const Exact horizon = exact_number(t_end, "t_end"), size = exact_number(step, "step");
  const cpp_rational ratio = quotient(horizon, size);
  const cpp_int below = numerator(ratio) / denominator(ratio);
  if (below >= std::numeric_limits<std::int64_t>::max())
    throw UsageError(fmt::format("step {} is too small for t_end {}: more than 9.2e18 steps", step, t_end));

  const cpp_int nearest = ratio - below < cpp_rational(1, 2) ? below : cpp_int(below + 1);
  const cpp_rational gap = abs(cpp_rational(ratio - nearest));
  const bool exact = !is_rounded(t_end) && !is_rounded(step) && horizon.pi_power == size.pi_power;
  const cpp_rational allowed = exact ? cpp_rational(0) : cpp_rational(ratio / 1'000'000'000);
  if (nearest > 0 && gap <= allowed) return static_cast<std::int64_t>(nearest);

  const std::string coarser = below > 0 ? divided(t_end, below) : "", finer = divided(t_end, below + 1);
  throw UsageError(below > 0
                       ? fmt::format("step {} does not divide t_end {}; the nearest that do are {} and {}", step, t_end,
                                     finer, coarser)
                       : fmt::format("step {} is longer than t_end {}; the longest allowed is {}", step, t_end, finer));
}

}  // namespace plumb
