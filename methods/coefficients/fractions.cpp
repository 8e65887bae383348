// Finds fractions with a common denominator that agree with rounded numbers.

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "methods/coefficients/digits.hpp"

namespace plumb {
namespace {

constexpr double less_than_a_unit = 0.999;  // limit in units of the last digit: 0.4999999 is not 1/2

bool is_known_exactly(const Known& x) { return x.within <= 1e-60 * (1 + size_of(x.value)); }

// The denominator of the fraction that a number approximates, from the convergents p/q of its continued fraction, which
// are the best approximations with denominators up to q. Null if the denominator has more digits than the number.
std::optional<Digits100> denominator_of(const Known& number) {
  Digits100 x = number.value, p = 1, q = 0, p_before = 0, q_before = 1;
  while (size_of(q) < 1e20) {
    const Digits100 whole = floor(x), next_p = whole * p + p_before, next_q = whole * q + q_before;
    p_before = p;
    q_before = q;
    p = next_p;
    q = next_q;
    if (size_of(p / q - number.value) <= less_than_a_unit * number.within)
      return size_of(q * q) * number.within > 0.01 ? std::nullopt : std::optional(q);
    if (x == whole) return {};
    x = 1 / (x - whole);
  }
  return {};
}

Digits100 common_divisor(Digits100 x, Digits100 y) {
  while (y != 0) x = std::exchange(y, Digits100(x - floor(x / y) * y));
  return x;
}

std::optional<Digits100> denominator_by_fractions(const std::vector<Known*>& numbers) {
  Digits100 out = 1;
  for (const auto* x : numbers) {
    const auto q = denominator_of(*x);
    if (!q) return {};
    out = out / common_divisor(out, *q) * *q;
    if (size_of(out) > 1e30) return {};
  }
  return out;
}

// The smallest denominator N by which all numbers become integers. A number with the uncertainty δ becomes an integer
// by accident with the probability 2Nδ.
std::optional<Digits100> denominator_by_trial(const std::vector<Known*>& numbers, int independent, double needed) {
  constexpr double most = 1e6, finest = 1e-15;
  std::vector<std::pair<long double, long double>> open;
  for (const auto* x : numbers) open.emplace_back(static_cast<long double>(x->value), std::max(x->within, finest));
  for (double n = 1; n <= most; ++n) {
    double evidence = 0;
    const auto becomes_whole = [&](const auto& x) {
      const long double multiple = x.first * n;
      evidence -= std::min(0., std::log10(2 * n * static_cast<double>(x.second)));
      return std::abs(multiple - std::round(multiple)) <= less_than_a_unit * n * x.second;
    };
    if (!std::ranges::all_of(open, becomes_whole)) continue;
    evidence *= static_cast<double>(independent) / static_cast<double>(open.size());
    return evidence - std::log10(n) >= needed ? std::optional<Digits100>(n) : std::nullopt;
  }
  return {};
}

}  // namespace

bool take_for_fractions(std::vector<Known*> numbers, int relations, double needed) {
  std::erase_if(numbers, [](const Known* x) { return is_known_exactly(*x); });
  const int independent = std::max(static_cast<int>(numbers.size()) - relations, 0);
  auto denominator = denominator_by_fractions(numbers);
  if (!denominator) denominator = denominator_by_trial(numbers, independent, needed);
  if (!denominator) return false;
  for (auto* x : numbers) {
    x->value = floor(x->value * *denominator + Digits100(0.5)) / *denominator;
    x->within = 1e-98 * size_of(x->value);
  }
  return true;
}

}  // namespace plumb
