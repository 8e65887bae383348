#pragma once
// A criterion is applied to a number that is known to lie between two others.

#include <limits>
#include <optional>
#include <string>

namespace plumb {

inline constexpr double unbounded = std::numeric_limits<double>::infinity();

struct Criterion {
  std::string relation = "=";         // "=", "!=", "<", "<=", ">", ">="
  std::string value;                  // a number, or "inf"
  std::optional<double> within = {};  // for "=", "!=", "<=" and ">="
  std::string words = {};             // words of the paper that give value and distance; empty: both are ours

  /// Tells whether the number passes. "=" means within a relative distance, or, without one, to the digits of the
  /// value. "<=" and ">=" also pass a number that lies beyond the value by no more than the distance.
  bool passes(double number) const;
  /// Returns the value as a number.
  double limit() const;
  /// Tells whether another value, or another distance, would make sense (threshold.hpp).
  bool has_threshold() const;
};

/// An interval contains everything from `low` to `high`.
struct Interval {
  double low, high;

  /// Returns the distance of x from the end that is further away.
  double distance_from(double x) const;
};
/// Returns the numbers that lie within the distance of x, which may be infinite. If the distance is not a number, it
/// returns everything. If the quantity is never negative, nothing below 0 is included.
Interval around(double x, double distance, bool never_negative);
/// Returns all ratios. It has no bounds if the divisor may be 0.
Interval ratio(const Interval& of, const Interval& to);

/// Tells whether all numbers of the interval pass, or none does. It is none if that cannot be decided, for example if
/// an end is not a number.
std::optional<bool> decided(const Criterion& criterion, const Interval& interval);

}  // namespace plumb
