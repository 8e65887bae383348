#include "harness/paper/threshold.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace plumb {
namespace {

// Returns the factor (1 or more) between two numbers; infinite if one is 0 or their signs differ.
double factor_between(double a, double b) { return a * b > 0 ? std::max(a / b, b / a) : unbounded; }

/// Returns a distance relative to the value that it is measured from.
double relative(double distance, double value) { return distance == 0 ? 0 : distance / std::abs(value); }

/// Returns the distances of the numbers from the value, on the side to which the criterion applies.
Interval distances(const Criterion& c, const Interval& number) {
  const double value = c.limit();
  const double below = std::max(0., value - number.high), above = std::max(0., number.low - value);
  const double furthest_below = std::max(0., value - number.low), furthest_above = std::max(0., number.high - value);
  if (c.relation == "<=") return {relative(above, value), relative(furthest_above, value)};
  if (c.relation == ">=") return {relative(below, value), relative(furthest_below, value)};
  return {relative(std::max(below, above), value), relative(std::max(furthest_below, furthest_above), value)};
}

// If a threshold is exactly at the change of the outcome, it belongs to the thresholds above, unless it is the value of
// "<" or ">=".
Threshold standing(const Criterion& c, double chosen, const Interval& turns) {
  const bool belongs_below = !c.within && (c.relation == "<" || c.relation == ">=");
  const bool is_below = chosen < turns.high || (chosen == turns.high && belongs_below);
  return {chosen, c.within.has_value(), turns,
          is_below ? Interval{-unbounded, turns.low} : Interval{turns.high, unbounded}};
}

}  // namespace

double Threshold::factor() const { return factor_between(chosen, std::clamp(chosen, turns.low, turns.high)); }

bool Threshold::is_clear() const {
  const double furthest = std::max(factor_between(chosen, turns.low), factor_between(chosen, turns.high));
  return factor() > close_factor || furthest <= close_factor;
}

std::optional<Threshold> threshold(const Criterion& c, const Interval& number) {
  if (!c.has_threshold() || !c.words.empty()) return {};
  return c.within ? standing(c, *c.within, distances(c, number)) : standing(c, c.limit(), number);
}

}  // namespace plumb
