#pragma once
// A criterion compares a number with a value. The number may be known only as an interval.
//
// The outcome depends on a threshold. `threshold` returns the thresholds at which the outcome changes.
//
//   <, <=, >, >=       the threshold is the value; the outcome changes at the number
//   with `within`      the threshold is the relative distance allowed: on both sides of the value for "=" and "!=",
//                      above it for "<=", below it for ">="; the outcome changes at the distance of the number
//   =, !=              no threshold: the digits of the value define the distance; infinity has no distance
//
// A threshold given by the words of the paper is not ours and has no alternatives.

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
  /// the value. "<=" and ">=" also pass a number that misses the value by no more than the distance.
  bool passes(double number) const;
  /// Returns the value as a number.
  double limit() const;
  /// Returns whether the value or the distance is a threshold.
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

/// A threshold that we chose.
struct Threshold {
  double chosen;     // threshold, in the unit of the number or as a relative distance
  bool is_distance;  // whether the threshold is the relative distance, not the value
  /// Thresholds at which the outcome changes: one for each number of the compared interval.
  Interval turns;
  /// All thresholds with the same outcome, if the outcome is decided. An infinite bound means no limit on that side.
  Interval stands;

  /// Returns the factor (1 or more) by which the threshold may be multiplied or divided before the outcome could
  /// change; infinite if no factor changes it.
  double factor() const;
  /// Returns whether the outcome changes within `close_factor` of the threshold for all numbers of the compared
  /// interval, or for none.
  bool is_clear() const;
};

/// If an outcome changes within this factor of our threshold, it is due to the threshold and not to the paper.
inline constexpr double close_factor = 2;

/// Returns the threshold; none if the criterion has no threshold of ours.
std::optional<Threshold> threshold(const Criterion& criterion, const Interval& number);

}  // namespace plumb
