#include "harness/paper/criterion.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "harness/judge/verdict.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

/// Returns the distance that is allowed, in the unit of the value.
double allowed(const Criterion& c) { return c.within ? *c.within * std::abs(c.limit()) : 0; }

bool equals(const Criterion& c, double x) {
  const double value = c.limit();
  if (x == value) return true;
  if (c.within) return std::abs(x - value) <= allowed(c);
  return std::isfinite(value) && std::isfinite(x) && matches(x, c.value);
}

bool is_equality(const Criterion& c) { return c.relation == "=" || c.relation == "!="; }

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

double Criterion::limit() const { return value == "inf" ? unbounded : number_from_text<double>(value); }

bool Criterion::has_threshold() const { return value != "inf" && (within || !is_equality(*this)); }

bool Criterion::passes(double x) const {
  if (relation == "<") return x < limit();
  if (relation == "<=") return x <= limit() || x - limit() <= allowed(*this);
  if (relation == ">") return x > limit();
  if (relation == ">=") return x >= limit() || limit() - x <= allowed(*this);
  return equals(*this, x) == (relation == "=");
}

double Interval::distance_from(double x) const { return std::max(x - low, high - x); }

Interval around(double x, double distance, bool never_negative) {
  if (std::isinf(x)) return {x, x};
  if (std::isnan(distance)) distance = unbounded;
  return {never_negative ? std::max(0., x - distance) : x - distance, x + distance};
}

Interval ratio(const Interval& numerator, const Interval& denominator) {
  if (denominator.low < 0 && denominator.high >= 0) return {-unbounded, unbounded};
  const auto ends = {numerator.low / denominator.low, numerator.low / denominator.high,
                     numerator.high / denominator.low, numerator.high / denominator.high};
  if (std::ranges::any_of(ends, [](double x) { return std::isnan(x); }))
    return {numerator.low < 0 ? -unbounded : 0, unbounded};
  return {std::min(ends), std::max(ends)};
}

// The numbers that are equal to a value, below it or above it form intervals. So it is enough to test both bounds and
// the number nearest to the value.
std::optional<bool> decided(const Criterion& c, const Interval& interval) {
  if (std::isnan(interval.low) || std::isnan(interval.high)) return {};
  const double nearest = std::clamp(c.limit(), interval.low, interval.high);
  const bool at_ends[] = {c.passes(interval.low), c.passes(interval.high)}, at_nearest = c.passes(nearest);
  if (at_ends[0] != at_ends[1] || at_ends[0] != at_nearest) return {};
  return at_nearest;
}

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
