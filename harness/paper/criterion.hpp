#pragma once
// A criterion compares a number with a value. The number may be known only as an interval.

#include <limits>
#include <optional>
#include <string>

namespace plumb {

inline constexpr double unbounded = std::numeric_limits<double>::infinity();

struct Criterion {
  std::string relation = "=";         // relation: "=", "!=", "<", "<=", ">", ">="
  std::string value;                  // threshold: a number, or "inf"
  std::optional<double> within = {};  // relative distance, for "=", "!=", "<=" and ">="
  std::string words = {};             // words of the paper that give threshold and distance; empty: both are our choice

  /// Returns whether the number passes. "=" means within a relative distance, or, without a distance, to the digits of
  /// the value. "<=" and ">=" also pass a number that exceeds the value by no more than the distance.
  bool passes(double number) const;
  /// Returns the value as a number.
  double limit() const;
  /// Returns whether the value or the distance is a threshold (threshold.hpp).
  bool has_threshold() const;
};

/// A closed interval.
struct Interval {
  double low, high;

  /// Returns the distance of x from the bound that is further away.
  double distance_from(double x) const;
};
/// Returns the interval x ± distance, where the distance may be infinite. Returns all numbers if the distance is NaN.
/// If the quantity is never negative, the interval is cut off at 0.
Interval around(double x, double distance, bool never_negative);
/// Returns the interval of the ratios. It is unbounded if the divisor may be 0.
Interval ratio(const Interval& numerator, const Interval& denominator);

/// Returns true if all numbers of the interval pass, false if none does, and nullopt if neither can be decided, for
/// example if a bound is NaN.
std::optional<bool> decided(const Criterion& criterion, const Interval& interval);

}  // namespace plumb
